// Loaded by mocha when it measures coverage. At the end, mocha asks each worker to exit, and sends SIGTERM a second later. On a busy machine, the worker has not
// written its coverage by then, which would be lost. It ignores the signal, and exits when the coverage is written.
if (process.env.MOCHA_WORKER_ID !== undefined) process.on('SIGTERM', () => undefined)
