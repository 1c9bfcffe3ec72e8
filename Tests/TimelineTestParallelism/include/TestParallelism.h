// Nothing to call: the module acts when it is loaded.
