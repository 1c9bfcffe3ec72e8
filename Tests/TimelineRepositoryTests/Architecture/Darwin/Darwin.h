// What the folders `System` use of Apple's C library: names, types, values and availability, as in the open-source headers of
// xnu, Libc, libpthread and libplatform. A declaration that is missing here is added from there, with its availability.

// No header of Linux is included: its module would be loaded.
typedef __SIZE_TYPE__ size_t;
typedef __INT32_TYPE__ int32_t;
typedef __INT64_TYPE__ int64_t;
typedef __UINT8_TYPE__ uint8_t;
typedef __UINT16_TYPE__ uint16_t;
typedef __UINT32_TYPE__ uint32_t;
typedef __UINT64_TYPE__ uint64_t;

// Availability. The systems are set by `DarwinTests`.
#if SYSTEM_tvOS || SYSTEM_watchOS
#define TVOS_WATCHOS_PROHIBITED __attribute__((unavailable("unavailable on tvOS and watchOS")))
#else
#define TVOS_WATCHOS_PROHIBITED
#endif

// sys/types.h
typedef long time_t;
typedef int64_t off_t;
typedef int32_t dev_t, pid_t, blksize_t, suseconds_t;
typedef uint16_t mode_t, nlink_t;
typedef uint32_t uid_t, gid_t, socklen_t;
typedef uint64_t ino_t, rlim_t;
typedef int64_t blkcnt_t;
typedef long ssize_t;

// errno.h
#define ENOENT 2
#define EINTR 4
#define EIO 5
#define EBADF 9
#define EACCES 13
#define EEXIST 17
#define ENOTDIR 20
#define EISDIR 21
#define EFBIG 27
#define ENOSPC 28
#define EPIPE 32
#define EAGAIN 35
#define EWOULDBLOCK EAGAIN
#define ENOTSUP 45
#define ELOOP 62
#define ESTALE 70
#define ENOSYS 78

// time.h, sys/time.h
struct timespec { time_t tv_sec; long tv_nsec; };
struct timeval { time_t tv_sec; suseconds_t tv_usec; };
struct tm {
    int tm_sec, tm_min, tm_hour, tm_mday, tm_mon, tm_year, tm_wday, tm_yday, tm_isdst;
    long tm_gmtoff;
    char *tm_zone;
};
typedef enum { _CLOCK_REALTIME = 0, _CLOCK_MONOTONIC_RAW = 4 } clockid_t;
int clock_gettime(clockid_t, struct timespec *);
uint64_t clock_gettime_nsec_np(clockid_t);
time_t time(time_t *);
struct tm *gmtime_r(const time_t *, struct tm *);
struct tm *localtime_r(const time_t *, struct tm *);
size_t strftime(char *, size_t, const char *, const struct tm *);

// fcntl.h, sys/file.h
#define O_RDONLY 0x0000
#define O_WRONLY 0x0001
#define O_RDWR 0x0002
#define O_NONBLOCK 0x00000004
#define O_APPEND 0x00000008
#define O_NOFOLLOW 0x00000100
#define O_CREAT 0x00000200
#define O_TRUNC 0x00000400
#define O_EXCL 0x00000800
#define O_EVTONLY 0x00008000
#define O_DIRECTORY 0x00100000
#define O_CLOEXEC 0x01000000
#define AT_FDCWD -2
#define AT_SYMLINK_FOLLOW 0x0040
#define F_SETFD 2
#define F_FULLFSYNC 51
#define F_DUPFD_CLOEXEC 67
#define FD_CLOEXEC 1
#define LOCK_SH 0x01
#define LOCK_EX 0x02
#define LOCK_NB 0x04
#define LOCK_UN 0x08
int flock(int, int);

// unistd.h, sys/stat.h, stdio.h, stdlib.h, string.h
#define F_OK 0
#define W_OK (1 << 1)
#define X_OK (1 << 0)
#define SEEK_SET 0
#define _SC_NPROCESSORS_ONLN 58
struct stat {
    dev_t st_dev;
    mode_t st_mode;
    nlink_t st_nlink;
    ino_t st_ino;
    uid_t st_uid;
    gid_t st_gid;
    dev_t st_rdev;
    struct timespec st_atimespec, st_mtimespec, st_ctimespec, st_birthtimespec;
    off_t st_size;
    blkcnt_t st_blocks;
    blksize_t st_blksize;
    uint32_t st_flags, st_gen;
    int32_t st_lspare;
    int64_t st_qspare[2];
};
typedef struct __sFILE { unsigned char *_p; } FILE;
int access(const char *, int);
unsigned int alarm(unsigned int);
int chmod(const char *, mode_t);
int close(int);
int dup(int);
int dup2(int, int);
int execv(const char *, char *const *) TVOS_WATCHOS_PROHIBITED;
void _exit(int) __attribute__((noreturn));
void exit(int) __attribute__((noreturn));
int fchmod(int, mode_t);
int fflush(FILE *);
FILE *fdopen(int, const char *);
void free(void *);
int fstat(int, struct stat *);
int fsync(int);
int ftruncate(int, off_t);
char *getcwd(char *, size_t);
char *_Nullable realpath(const char *, char *_Nullable);
char *getenv(const char *);
uid_t geteuid(void);
int gethostname(char *, size_t);
pid_t getpid(void);
pid_t getppid(void);
int isatty(int);
int link(const char *, const char *);
int linkat(int, const char *, int, const char *, int);
off_t lseek(int, off_t, int);
int lstat(const char *, struct stat *);
void *memchr(const void *, int, size_t);
int mkdir(const char *, mode_t);
char *mkdtemp(char *);
int mkstemp(char *);
int pipe(int[2]);
ssize_t pread(int, void *, size_t, off_t);
ssize_t pwrite(int, const void *, size_t, off_t);
ssize_t read(int, void *, size_t);
ssize_t readlink(const char *, char *, size_t);
int renameat(int, const char *, int, const char *);
int rmdir(const char *);
int setenv(const char *, const char *, int);
int stat(const char *, struct stat *);
char *strdup(const char *);
char *strerror(int);
long sysconf(int);
int unlink(const char *);
int unlinkat(int, const char *, int);
int unsetenv(const char *);
ssize_t write(int, const void *, size_t);

// dirent.h
struct dirent {
    uint64_t d_ino, d_seekoff;
    uint16_t d_reclen, d_namlen;
    uint8_t d_type;
    char d_name[1024];
};
typedef struct _dirdesc DIR;
int closedir(DIR *);
DIR *fdopendir(int);
struct dirent *readdir(DIR *);

// sys/mman.h, sys/resource.h, sys/wait.h
#define PROT_READ 0x01
#define PROT_WRITE 0x02
#define MAP_SHARED 0x0001
void *mmap(void *, size_t, int, int, int, off_t);
int munmap(void *, size_t);
#define RLIMIT_FSIZE 1
struct rlimit { rlim_t rlim_cur, rlim_max; };
int getrlimit(int, struct rlimit *);
struct rusage {
    struct timeval ru_utime, ru_stime;
    long ru_maxrss, ru_ixrss, ru_idrss, ru_isrss, ru_minflt, ru_majflt, ru_nswap, ru_inblock, ru_oublock, ru_msgsnd,
        ru_msgrcv, ru_nsignals, ru_nvcsw, ru_nivcsw;
};
pid_t wait4(pid_t, int *, int, struct rusage *);
pid_t waitpid(pid_t, int *, int);

// signal.h
#define SIGHUP 1
#define SIGINT 2
#define SIGQUIT 3
#define SIGILL 4
#define SIGTRAP 5
#define SIGABRT 6
#define SIGFPE 8
#define SIGKILL 9
#define SIGBUS 10
#define SIGSEGV 11
#define SIGSYS 12
#define SIGPIPE 13
#define SIGALRM 14
#define SIGTERM 15
#define SIGCONT 19
#define SIGXCPU 24
#define SIGXFSZ 25
#define SIGWINCH 28
#define SIGUSR1 30
#define SIGUSR2 31
#define SA_RESTART 0x0002
#define SA_RESETHAND 0x0004
#define SA_NODEFER 0x0010
#define SA_SIGINFO 0x0040
#define SIG_UNBLOCK 2
#define SIG_SETMASK 3
#define SI_USER 0x10001
typedef uint32_t sigset_t;
typedef void (*sig_t)(int);
union sigval { int sival_int; void *sival_ptr; };
typedef struct __siginfo {
    int si_signo, si_errno, si_code;
    pid_t si_pid;
    uid_t si_uid;
    int si_status;
    void *si_addr;
    union sigval si_value;
    long si_band;
    unsigned long __pad[7];
} siginfo_t;
union __sigaction_u {
    void (*__sa_handler)(int);
    void (*__sa_sigaction)(int, struct __siginfo *, void *);
};
struct sigaction {
    union __sigaction_u __sigaction_u;
    sigset_t sa_mask;
    int sa_flags;
};
int kill(pid_t, int);
int raise(int);
int sigaction(int, const struct sigaction *, struct sigaction *);
int sigaddset(sigset_t *, int);
int sigemptyset(sigset_t *);
void (*signal(int, void (*)(int)))(int);

// spawn.h, crt_externs.h
typedef void *posix_spawnattr_t;
typedef void *posix_spawn_file_actions_t;
#define POSIX_SPAWN_SETPGROUP 0x0002
#define POSIX_SPAWN_SETSIGDEF 0x0004
#define POSIX_SPAWN_SETSIGMASK 0x0008
int posix_spawnp(
    pid_t *, const char *, const posix_spawn_file_actions_t *, const posix_spawnattr_t *, char *const[], char *const[])
    TVOS_WATCHOS_PROHIBITED;
int posix_spawn_file_actions_init(posix_spawn_file_actions_t *) TVOS_WATCHOS_PROHIBITED;
int posix_spawn_file_actions_destroy(posix_spawn_file_actions_t *) TVOS_WATCHOS_PROHIBITED;
int posix_spawn_file_actions_adddup2(posix_spawn_file_actions_t *, int, int) TVOS_WATCHOS_PROHIBITED;
int posix_spawn_file_actions_addopen(
    posix_spawn_file_actions_t *, int, const char *, int, mode_t) TVOS_WATCHOS_PROHIBITED;
int posix_spawnattr_init(posix_spawnattr_t *) TVOS_WATCHOS_PROHIBITED;
int posix_spawnattr_destroy(posix_spawnattr_t *) TVOS_WATCHOS_PROHIBITED;
int posix_spawnattr_setflags(posix_spawnattr_t *, short) TVOS_WATCHOS_PROHIBITED;
int posix_spawnattr_setpgroup(posix_spawnattr_t *, pid_t) TVOS_WATCHOS_PROHIBITED;
int posix_spawnattr_setsigdefault(posix_spawnattr_t *, const sigset_t *) TVOS_WATCHOS_PROHIBITED;
int posix_spawnattr_setsigmask(posix_spawnattr_t *, const sigset_t *) TVOS_WATCHOS_PROHIBITED;
char ***_NSGetEnviron(void);

// sys/socket.h, sys/un.h, netinet/in.h, netinet/tcp.h, netdb.h
#define AF_UNSPEC 0
#define AF_INET 2
#define AF_INET6 30
#define SOCK_STREAM 1
#define SOL_SOCKET 0xffff
#define SO_KEEPALIVE 0x0008
#define SO_NOSIGPIPE 0x1022
#define IPPROTO_TCP 6
#define TCP_NODELAY 0x01
#define MSG_DONTWAIT 0x80
#define SHUT_RD 0
#define SHUT_WR 1
#define SHUT_RDWR 2
#define EAI_SYSTEM 11
typedef uint8_t sa_family_t;
typedef uint16_t in_port_t;
typedef uint32_t in_addr_t;
struct in_addr { in_addr_t s_addr; };
struct in6_addr { union { uint8_t __u6_addr8[16]; uint16_t __u6_addr16[8]; uint32_t __u6_addr32[4]; } __u6_addr; };
struct sockaddr { uint8_t sa_len; sa_family_t sa_family; char sa_data[14]; };
struct sockaddr_in {
    uint8_t sin_len;
    sa_family_t sin_family;
    in_port_t sin_port;
    struct in_addr sin_addr;
    char sin_zero[8];
};
struct sockaddr_in6 {
    uint8_t sin6_len;
    sa_family_t sin6_family;
    in_port_t sin6_port;
    uint32_t sin6_flowinfo;
    struct in6_addr sin6_addr;
    uint32_t sin6_scope_id;
};
struct sockaddr_un { unsigned char sun_len; sa_family_t sun_family; char sun_path[104]; };
struct addrinfo {
    int ai_flags, ai_family, ai_socktype, ai_protocol;
    socklen_t ai_addrlen;
    char *ai_canonname;
    struct sockaddr *ai_addr;
    struct addrinfo *ai_next;
};
void freeaddrinfo(struct addrinfo *);
const char *gai_strerror(int);
int getaddrinfo(const char *, const char *, const struct addrinfo *, struct addrinfo **);
ssize_t send(int, const void *, size_t, int);
int setsockopt(int, int, int, const void *, socklen_t);
int shutdown(int, int);

// termios.h, sys/ttycom.h, poll.h
#define ECHO 0x00000008
#define ICANON 0x00000100
#define TCSANOW 0
#define POLLIN 0x0001
#define POLLERR 0x0008
#define POLLHUP 0x0010
#define WNOHANG 0x00000001
typedef unsigned long tcflag_t, speed_t;
typedef unsigned char cc_t;
struct termios {
    tcflag_t c_iflag, c_oflag, c_cflag, c_lflag;
    cc_t c_cc[20];
    speed_t c_ispeed, c_ospeed;
};
struct winsize { unsigned short ws_row, ws_col, ws_xpixel, ws_ypixel; };
struct pollfd { int fd; short events, revents; };
typedef unsigned int nfds_t;
int poll(struct pollfd *, nfds_t, int);
int tcgetattr(int, struct termios *);
int tcsetattr(int, int, const struct termios *);

// dlfcn.h, locale.h
#define RTLD_NOW 0x2
#define LC_CTYPE 2
void *dlopen(const char *, int);
void *dlsym(void *, const char *);
char *setlocale(int, const char *);

// pthread.h, sched.h, os/lock.h
#pragma clang assume_nonnull begin
typedef unsigned long pthread_key_t;
typedef struct _opaque_pthread_t *pthread_t;
struct _opaque_pthread_t { long __sig; void *_Nullable __cleanup_stack; char __opaque[8176]; };
int pthread_atfork(void (*_Nullable)(void), void (*_Nullable)(void), void (*_Nullable)(void));
void *_Nullable pthread_getspecific(pthread_key_t);
int pthread_key_create(pthread_key_t *, void (*_Nullable)(void *));
pthread_t pthread_self(void);
int pthread_setspecific(pthread_key_t, const void *_Nullable);
int pthread_sigmask(int, const sigset_t *_Nullable, sigset_t *_Nullable);
int sched_yield(void);
typedef struct os_unfair_lock_s { uint32_t _os_unfair_lock_opaque; } os_unfair_lock, *os_unfair_lock_t;
void os_unfair_lock_lock(os_unfair_lock_t);
void os_unfair_lock_unlock(os_unfair_lock_t);
#pragma clang assume_nonnull end
