// Replaces debug (program.js), with which oclif prints its own steps if DEBUG is set: kadm prints only what it reports.
export default () => () => {}
