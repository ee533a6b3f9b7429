// What browsers load behind src/browser.ts (`npm run layers`): #platform/ leads to the modules for browsers.
const {options} = require('./.dependency-cruiser.cjs')

module.exports = {
  forbidden: [
    {
      name: 'browsers-lack-node',
      severity: 'error',
      comment: 'a browser has no modules of Node.js: import what differs from #platform/ (src/machinery/platform/), or export it only from src/index.ts.',
      from: {},
      to: {dependencyTypes: ['core']},
    },
    {
      name: 'browsers-have-no-terminal',
      severity: 'error',
      comment: 'the packages for terminals, commands and the disk take space and run nowhere else: return data.',
      from: {},
      to: {path: '^(node_modules/|npm:)?(@oclif/[^/]+|chalk|cli-table3|globby|picomatch|string-width)(/|$)'},
    },
    {
      name: 'no-unresolvable',
      severity: 'error',
      comment: 'this import leads nowhere in a browser: each module of #platform/ needs one in src/machinery/platform/browser/.',
      from: {},
      to: {couldNotResolve: true},
    },
    {
      name: 'no-cycles',
      severity: 'error',
      comment: 'two modules that need each other are one, or lack a third that both can import.',
      from: {},
      to: {circular: true},
    },
  ],
  options: {...options, enhancedResolveOptions: {...options.enhancedResolveOptions, conditionNames: ['browser', 'import', 'default', 'types']}},
}
