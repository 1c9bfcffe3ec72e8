#include <stdlib.h>

// Swift Testing starts all tests at once, so that none ends before each has had its turn several times: ten minutes without a result. It
// reads this variable when it begins, after constructors. The number leaves the processor busy while tests wait for processes.
__attribute__((constructor)) static void limit_parallelism(void) {
    setenv("SWT_EXPERIMENTAL_MAXIMUM_PARALLELIZATION_WIDTH", "8", 0);
}
