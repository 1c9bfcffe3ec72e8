#define _GNU_SOURCE
#include "Process.h"

#if defined(__linux__) && (defined(__x86_64__) || defined(__aarch64__))

#include <dlfcn.h>
#include <errno.h>
#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <stddef.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <ucontext.h>

// The thread that starts processes, which has no rule.

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
static bool has_thread;
static void (*next_body)(void *);
static void *next_context;
static unsigned long asked, done;

static void *spawn(void *unused) {
    (void)unused;
    pthread_mutex_lock(&mutex);
    for (;;) {
        while (!next_body) pthread_cond_wait(&changed, &mutex);
        next_body(next_context);
        next_body = NULL;
        done++;
        pthread_cond_broadcast(&changed);
    }
    return NULL;
}

void timeline_call_spawning(void (*body)(void *), void *context) {
    pthread_mutex_lock(&mutex);
    if (!has_thread) {
        pthread_mutex_unlock(&mutex);
        body(context);
        return;
    }
    while (next_body) pthread_cond_wait(&changed, &mutex);
    next_body = body;
    next_context = context;
    unsigned long mine = ++asked;
    pthread_cond_broadcast(&changed);
    while (done < mine) pthread_cond_wait(&changed, &mutex);
    pthread_mutex_unlock(&mutex);
}

bool timeline_forbid_children(bool is_last) {
    static bool is_forbidden;
    if (is_forbidden) return true;
    is_forbidden = true;
    if (!is_last) {
        pthread_t thread;
        if (pthread_create(&thread, NULL, spawn, NULL) != 0) return false;
        pthread_detach(thread);
        has_thread = true;
    }
#if defined(__x86_64__)
    const unsigned machine = AUDIT_ARCH_X86_64, fork = __NR_fork, vfork = __NR_vfork;
#else
    // This processor has clone alone.
    const unsigned machine = AUDIT_ARCH_AARCH64, fork = __NR_clone3, vfork = __NR_clone3;
#endif
    struct sock_filter filter[] = {
        BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, arch)),
        BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, machine, 0, 5),
        BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, nr)),
        // The flags of clone3 are in memory: without it, the C library calls clone.
        BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, __NR_clone3, 8, 0),
        BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, fork, 6, 0),
        BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, vfork, 5, 0),
        BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, __NR_clone, 1, 0),
        BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW),
        BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, args[0])),
        BPF_JUMP(BPF_JMP | BPF_JSET | BPF_K, CLONE_THREAD, 0, 1),
        BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW),
        BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_KILL_PROCESS),
        BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | ENOSYS),
    };
    struct sock_fprog program = {.len = sizeof filter / sizeof *filter, .filter = filter};
    // A filter requires that this process never gains rights.
    return prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) == 0 && prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program) == 0;
}

// Places of traps.

enum { frame_count = 3 };
static int64_t *place_word;
static uintptr_t stack_end;
static void *own_image;

/// Of the file whose code is at the address.
static void *image(uintptr_t address) {
    Dl_info info;
    return dladdr((void *)address, &info) ? info.dli_fbase : NULL;
}

static void note_trap(int number, siginfo_t *info, void *context) {
    (void)info;
    const mcontext_t *machine = &((ucontext_t *)context)->uc_mcontext;
#if defined(__x86_64__)
    uintptr_t instruction = machine->gregs[REG_RIP], frame = machine->gregs[REG_RBP];
#else
    uintptr_t instruction = machine->pc, frame = machine->regs[29];
#endif
    uintptr_t least = (uintptr_t)context;
    uint64_t hash = 0;
    int found = 0;
    for (;;) {
        if (image(instruction) == own_image) {
            hash = (hash ^ (instruction - (uintptr_t)own_image)) * 0x100000001B3;
            if (++found == frame_count) break;
        }
        // Only memory of the stack is read.
        if (frame <= least || frame % sizeof frame != 0 || frame >= stack_end - 2 * sizeof frame) break;
        least = frame;
        instruction = ((uintptr_t *)frame)[1];
        frame = ((uintptr_t *)frame)[0];
    }
    if (found > 0) *place_word = (int64_t)(hash >> 1);
    raise(number);
}

void timeline_note_traps(int64_t *word) {
    int here;
    place_word = word;
    stack_end = (uintptr_t)&here;
    own_image = image((uintptr_t)&timeline_note_traps);
    struct sigaction action = {.sa_sigaction = note_trap, .sa_flags = SA_SIGINFO | SA_RESETHAND};
    const int numbers[] = {SIGILL, SIGTRAP, SIGABRT, SIGFPE, SIGBUS, SIGSEGV};
    for (unsigned index = 0; index < sizeof numbers / sizeof *numbers; index++) sigaction(numbers[index], &action, NULL);
}

#else

bool timeline_forbid_children(bool is_last) { return false; }

void timeline_call_spawning(void (*body)(void *), void *context) { body(context); }

void timeline_note_traps(int64_t *word) {}

#endif
