import {readdirSync} from 'node:fs'
import {getPriority, setPriority} from 'node:os'

/**
 * The difference in niceness between the other threads and the main thread: beside it, each gets a tenth of its time. With 5, lint of 2,000 files takes 4 % longer
 * on two cores; with 10, runs of seconds take up to 15 % longer on one core than with 0.
 */
const difference = 10

const lowest = 19

/**
 * Gives the main thread priority over the threads in which V8 compiles hot code and collects garbage. V8 starts four of them, for any
 * number of cores; with two cores, the main thread of a short run otherwise waits for them a sixth of the time (docs/adr/0005). Changes nothing
 * while cores are free. Threads that start later are not affected. Linux only: elsewhere, threads have no niceness of their own.
 */
export function preferMainThread(): void {
  if (process.platform !== 'linux') return
  try {
    const threads = readdirSync('/proc/self/task').map(Number)
    // With the /proc of another namespace, the numbers would be those of other processes.
    if (!threads.includes(process.pid)) return
    const niceness = Math.min(getPriority() + difference, lowest)
    for (const thread of threads) if (thread !== process.pid) setPriority(thread, niceness)
  } catch {
    // Without /proc, or in a sandbox that forbids it, kadm only takes longer.
  }
}
