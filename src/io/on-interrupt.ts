const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const

/** Calls a function before a signal ends the process. Returns a function that unregisters it. */
export function onInterrupt(action: () => void): () => void {
  const stop = (): void => {
    for (const signal of signals) process.off(signal, onSignal)
  }
  const onSignal = (signal: NodeJS.Signals): void => {
    stop()
    action()
    process.kill(process.pid, signal)
  }
  for (const signal of signals) process.on(signal, onSignal)
  return stop
}

/** Lets signals act that have arrived while the program was computing. Without this, they would be lost when their function is unregistered. */
export const handleSignals = (): Promise<void> => new Promise((resolve) => {
  setImmediate(resolve)
})
