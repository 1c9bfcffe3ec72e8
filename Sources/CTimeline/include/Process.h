#ifndef C_TIMELINE_PROCESS_H
#define C_TIMELINE_PROCESS_H

#include <stdbool.h>
#include <stdint.h>

// What Swift cannot import, or cannot do in a signal handler. On Linux alone; elsewhere these do nothing.

/// From now on, the system ends this process with SIGSYS where this thread, or one that starts later, forks or starts a process (seccomp).
/// Unless `is_last`, `timeline_call_spawning` still may, on a thread of its own. False if the system has no such rule.
bool timeline_forbid_children(bool is_last);

/// Calls `body(context)` on the thread that may start processes, and waits; on this thread if there is no such rule.
void timeline_call_spawning(void (*body)(void *), void *context);

/// Where what the caller calls later traps, stores a number of that place in this executable at `word`, before the trap ends the process:
/// the addresses of the innermost calls within the executable, without those in libraries.
void timeline_note_traps(int64_t *word);

#endif
