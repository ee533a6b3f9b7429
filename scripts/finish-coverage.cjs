// Loaded by mocha when it measures coverage. At the end, mocha asks each worker to exit, and sends SIGTERM a second later, by which a busy machine has not written the
// coverage of the worker: it would be lost. The worker ignores the signal, and exits when the coverage is written.
if (process.env.MOCHA_WORKER_ID !== undefined) process.on('SIGTERM', () => undefined)
