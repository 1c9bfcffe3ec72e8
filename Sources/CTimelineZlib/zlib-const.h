// The system's zlib (https://zlib.net), with input that is not written to.
#define ZLIB_CONST
#include <zlib.h>
