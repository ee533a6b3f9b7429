import {maxMinutes} from '../../policy-test/run-tests.js'

/** Starts to measure time. Returns a function that returns true when the time of a run is over. */
export function timeLimit(): () => boolean {
  const end = performance.now() + maxMinutes * 60_000
  return () => performance.now() > end
}
