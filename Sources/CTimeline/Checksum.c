#include "Checksum.h"

#include <string.h>

#if defined(__x86_64__)

#include <nmmintrin.h>

#define HAS_INSTRUCTIONS __attribute__((target("sse4.2")))
#define CRC_OF_8_BYTES(value, word) ((uint32_t)_mm_crc32_u64((value), (word)))
#define CRC_OF_1_BYTE(value, byte) _mm_crc32_u8((value), (byte))

bool timeline_crc32c_is_supported(void) { return __builtin_cpu_supports("sse4.2"); }

#elif defined(__aarch64__)

#if defined(__ARM_FEATURE_CRC32)
// The compiler may use the instructions everywhere.
bool timeline_crc32c_is_supported(void) { return true; }
#elif defined(__linux__)
#include <sys/auxv.h>
#ifndef HWCAP_CRC32
#define HWCAP_CRC32 (1 << 7)
#endif
bool timeline_crc32c_is_supported(void) { return (getauxval(AT_HWCAP) & HWCAP_CRC32) != 0; }
#elif defined(__APPLE__)
#include <sys/sysctl.h>
bool timeline_crc32c_is_supported(void) {
    // The A8 and the A9 are ARM64 without these instructions.
    int found = 0;
    size_t size = sizeof(found);
    return sysctlbyname("hw.optional.armv8_crc32", &found, &size, NULL, 0) == 0 && found != 0;
}
#else
bool timeline_crc32c_is_supported(void) { return false; }
#endif

#define HAS_INSTRUCTIONS __attribute__((target("crc")))
#define CRC_OF_8_BYTES(value, word) __builtin_arm_crc32cd((value), (word))
#define CRC_OF_1_BYTE(value, byte) __builtin_arm_crc32cb((value), (byte))

#endif

#if defined(HAS_INSTRUCTIONS)

HAS_INSTRUCTIONS
uint32_t timeline_crc32c(uint32_t value, const void *bytes, size_t count) {
    const uint8_t *next = bytes;
    for (; count >= 8; next += 8, count -= 8) {
        uint64_t word;
        memcpy(&word, next, 8);
        value = CRC_OF_8_BYTES(value, word);
    }
    for (; count > 0; next += 1, count -= 1) value = CRC_OF_1_BYTE(value, *next);
    return value;
}

#else

bool timeline_crc32c_is_supported(void) { return false; }

uint32_t timeline_crc32c(uint32_t value, const void *bytes, size_t count) { return value; }

#endif
