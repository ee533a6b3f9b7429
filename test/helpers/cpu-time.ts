import {expect} from 'chai'

/**
 * Returns a test that also fails if it takes more seconds of CPU than given. Unlike seconds on a clock, their number does not depend on how busy the machine is. For a
 * duration that grows with the square of the input, give several times what a slow machine takes.
 */
export const within = (seconds: number, test: () => void) => (): void => {
  const before = process.cpuUsage()
  test()
  const {user, system} = process.cpuUsage(before)
  expect((user + system) / 1e6).to.be.below(seconds)
}
