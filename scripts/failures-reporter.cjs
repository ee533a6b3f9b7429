// Mocha's reporter "spec" that also appends each failed test to the file TEST_FAILURES: the end of a long run can repeat them (scripts/test.js).
const {appendFileSync} = require('node:fs')

const {reporters: {Spec}} = require('mocha')

module.exports = class FailuresReporter extends Spec {
  epilogue() {
    super.epilogue()
    for (const test of this.failures) appendFileSync(process.env.TEST_FAILURES, `${test.fullTitle()}\n${test.err.stack ?? test.err}\n\n`)
  }
}
