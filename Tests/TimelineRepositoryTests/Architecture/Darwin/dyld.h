int _NSGetExecutablePath(char *buf, unsigned int *bufsize);
