#ifndef C_TIMELINE_CHECKSUM_H
#define C_TIMELINE_CHECKSUM_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/// Whether this processor has instructions for CRC-32C: SSE 4.2 on x86-64, the CRC extension on ARM64.
///
/// The answer does not change while a process runs. On Apple's systems this may make a system call.
bool timeline_crc32c_is_supported(void);

/// Continues a CRC-32C with `count` bytes, without the inversion at the start and the end.
///
/// Processes 8 bytes at a time. Call it only if `timeline_crc32c_is_supported` returns true.
uint32_t timeline_crc32c(uint32_t value, const void *bytes, size_t count);

#endif
