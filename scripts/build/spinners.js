// Replaces cli-spinners (program.js): on a terminal, oclif reads the frames of a spinner when it starts, and kadm never shows one.
const none = {frames: []}

export default {dots2: none, line: none}
