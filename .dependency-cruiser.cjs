// The layers of kadm (`npm run layers`). Each rule says in its comment what to do instead of breaking it.

const layers = ['admission', 'admission-review', 'cli', 'cluster', 'configuration', 'controllers', 'diff', 'explain', 'export', 'io', 'kinds', 'lint', 'machinery', 'manifests', 'pod-security', 'policy-test', 'program', 'rendering', 'replay', 'report', 'repository', 'simulate', 'source', 'start', 'suggest', 'test-file']

/** The other layers that each layer may import. A layer that is not listed may import all. */
const allowed = {
  machinery: [],
  source: ['machinery'],
  kinds: ['machinery'],
  manifests: ['source', 'machinery'],
  rendering: ['manifests', 'source', 'machinery'],
  'test-file': ['manifests', 'source', 'machinery'],
  repository: ['test-file', 'manifests', 'source', 'machinery'],
  admission: ['kinds', 'machinery'],
  controllers: ['admission', 'kinds', 'machinery'],
  cluster: ['controllers', 'admission', 'kinds', 'machinery'],
  'admission-review': ['cluster', 'admission', 'kinds', 'machinery'],
  configuration: ['cluster', 'admission', 'kinds', 'manifests', 'source', 'machinery'],
  lint: ['test-file', 'configuration', 'repository', 'cluster', 'controllers', 'admission', 'kinds', 'manifests', 'source', 'machinery'],
  simulate: ['lint', 'repository', 'configuration', 'cluster', 'controllers', 'admission', 'kinds', 'manifests', 'source', 'machinery'],
  'policy-test': ['simulate', 'test-file', 'rendering', 'lint', 'repository', 'configuration', 'cluster', 'controllers', 'admission', 'kinds', 'manifests', 'source', 'machinery'],
  'pod-security': ['simulate', 'lint', 'cluster', 'controllers', 'admission', 'kinds', 'manifests', 'source', 'machinery'],
  suggest: ['simulate', 'lint', 'repository', 'configuration', 'cluster', 'controllers', 'admission', 'kinds', 'manifests', 'source', 'machinery'],
  explain: ['simulate', 'lint', 'cluster', 'controllers', 'admission', 'kinds', 'manifests', 'machinery'],
  diff: ['simulate', 'lint', 'cluster', 'admission', 'kinds', 'manifests', 'source', 'machinery'],
  export: ['lint', 'cluster', 'admission', 'kinds', 'manifests', 'source', 'machinery'],
  replay: ['controllers', 'admission', 'kinds', 'source', 'machinery'],
  report: ['repository', 'diff', 'explain', 'export', 'replay', 'suggest', 'pod-security', 'policy-test', 'test-file', 'simulate', 'lint', 'configuration', 'cluster', 'admission', 'kinds', 'manifests', 'source', 'machinery'],
  io: ['repository', 'source', 'machinery'],
  start: [],
  program: ['cli'],
  cli: layers.filter((layer) => !['program', 'report', 'start'].includes(layer)),
}

/** The task of each layer, and the place of tasks that are not its own. */
const insteads = {
  machinery: 'Kubernetes calls this code apimachinery. It does not know kadm: pass what it needs as a parameter.',
  source: 'It turns text into trees with positions, and does not depend on any API. Put what needs kinds into manifests or lint.',
  kinds: 'A kind decodes, defaults and validates its own objects. A rule that needs other objects belongs to a plugin in admission.',
  manifests: 'It reads what kubectl reads and does not judge objects. Put that into lint or the cluster.',
  rendering: 'It finds out where rendered objects come from. io runs programs and reads files, and cli combines both.',
  'test-file': 'It reads files of tests and does not run them. Put that into policy-test.',
  repository: 'It finds out how files relate to each other without reading the disk: it gets files through Neighbourhood.',
  admission: 'A plugin sees the cluster through the Lister that it gets, and no files.',
  controllers: 'A controller works on stored objects that it gets. The cluster runs it and stores its changes.',
  cluster: 'The API server does not depend on files. Put what needs positions into lint or simulate, which have the manifest of each object.',
  'admission-review': 'It translates reviews of webhooks to requests and back. Verdicts belong to the cluster.',
  configuration: 'It reads what the server reads when it starts. It gets files through ReadFile, and a plugin describes its configuration as a ConfigurationKind.',
  lint: 'It returns diagnostics as data. report prints them, and io reads the files.',
  simulate: 'It returns a Simulation as data. report prints it, and io reads the files.',
  'policy-test': 'It runs tests of policies and returns results as data. report prints them, and io reads the files.',
  'pod-security': 'It compares pods with the levels of the plugin and returns data. The checks themselves belong to admission.',
  suggest: 'It returns suggested objects as data, and verifies them with the engine. report prints them, and io reads the files.',
  explain: 'It explains requests with the values of the engine, and calculates nothing itself. Put new values into admission or controllers.',
  diff: 'It compares two results and computes no verdict itself. simulate has the engine, and report makes the texts.',
  export: 'It returns native objects as data. report prints them, and io reads the files.',
  replay: 'It gets lines and returns a report as data. io reads the logs, and report makes the texts.',
  report: 'A report is a pure function from a result to a text. The command reads, decides and writes.',
  io: 'It finds and reads files. Give their text to another layer to make something of it.',
  start: 'It loads the program from its files and reads nothing else of it.',
  program: 'It lists what each script of the build exports, and links the shared ones. Put code into another layer.',
  cli: 'It serves the commands. The command chooses the report and prints it.',
}

/** The files that nothing imports. `npm run layers` checks what browsers load with another configuration (.dependency-cruiser.browser.cjs). */
const entries = ['^commands/', '^src/(index|browser)\\.ts$', '^src/machinery/platform/browser/', '^src/program/', '^src/cli/log-worker\\.ts$', '^src/start/(package|executable)\\.ts$']

const alternatives = (names) => names.join('|')

/** A package, wherever npm has put it. */
const packages = (...names) => `^(node_modules/|npm:)?(${alternatives(names)})(/|$)`

/** Everything else of kadm that a layer imports. */
const layerRule = ([layer, may]) => ({
  name: `layer-${layer}`,
  severity: 'error',
  comment: `src/${layer}/ imports ${may.length === 0 ? 'no other layer' : `only ${may.join(', ')}`}. ${insteads[layer]}`,
  from: {path: `^src/${layer}/`},
  to: {
    path: '^(src|commands|bin|test|scripts)/',
    pathNot: [`^src/(${alternatives([layer, ...may])})/`, ...layer === 'io' || layer === 'cli' ? ['^src/usage-error\\.ts$'] : [], ...layer === 'program' ? ['^src/index\\.ts$'] : []],
  },
})

/** The rooms of src/replay/, in the order of the data: the stages, after what they share. */
const replayRooms = ['lookup', 'read', 'order', 'decide', 'report']

/** Imports of a folder of src/replay/ from the others. */
const replayRule = (room, i) => ({
  name: `replay-${room}`,
  severity: 'error',
  comment: `src/replay/${room}/ imports ${i === 0 ? 'no other room' : `only ${replayRooms.slice(0, i).join(', ')}`} of src/replay/. Data flows from stage to stage: return what the next one needs, and let replay.ts, extract.ts or tune/ pass it on.`,
  from: {path: `^src/replay/${room}/`},
  to: {path: '^src/replay/', pathNot: `^src/replay/(${alternatives(replayRooms.slice(0, i + 1))})/`},
})

/** A package, or a module of Node.js, that has its place. */
const placeRule = (name, comment, from, to) => ({
  name, severity: 'error', comment,
  from: {path: '^(src|commands|bin)/', pathNot: from},
  to,
})

module.exports = {
  forbidden: [
    ...Object.entries(allowed).map(layerRule),
    ...replayRooms.map(replayRule),
    {
      name: 'bin-starts-kadm',
      severity: 'error',
      comment: 'bin/ starts what is built and does nothing else: put code into src/start/.',
      from: {path: '^bin/'},
      to: {pathNot: ['^dist/']},
    },
    {
      name: 'commands-are-wiring',
      severity: 'error',
      comment: 'a command parses flags, reads through src/cli, asks the engine, prints a report: what needs a package or Node.js belongs there.',
      from: {path: '^commands/'},
      to: {path: ['node_modules/', '^src/(io|source)/'], dependencyTypesNot: ['type-only'], pathNot: ['node_modules/@oclif/core/']},
    },
    {
      name: 'commands-stand-alone',
      severity: 'error',
      comment: 'oclif takes every module of commands/ for a command: put code that two commands share into src/cli/.',
      from: {path: '^(src|commands)/'},
      to: {path: '^commands/'},
    },
    {
      name: 'a-kind-knows-no-list-of-kinds',
      severity: 'error',
      comment: 'a kind is a folder that one line of src/kinds/registry.ts registers: state facts about a kind in its definition (src/kinds/kind.ts), and read the list only next to it.',
      from: {path: '^src/kinds/[^/]+/'},
      to: {path: '^src/kinds/(index|pod-of|registry)\\.ts$'},
    },
    {
      name: 'pods-know-no-workload',
      severity: 'error',
      comment: 'workloads are built on pods and their templates: a kind with a template states its path as `podTemplate`, and src/kinds/pod-of.ts reads it.',
      from: {path: '^src/kinds/(pod|pod-template)/'},
      to: {path: '^src/kinds/(cron-job|daemon-set|deployment|job|replica-set|replication-controller|stateful-set)/'},
    },
    {
      name: 'one-plugin-knows-no-other',
      severity: 'error',
      comment: 'an admission plugin is a folder that can be removed: put code that two plugins need into src/kinds/ or src/machinery/.',
      from: {path: '^src/admission/plugins/([^/]+)/'},
      to: {path: '^src/admission/plugins/[^/]+/', pathNot: '^src/admission/plugins/$1/'},
    },
    {
      name: 'a-plugin-has-one-door',
      severity: 'error',
      comment: 'only index.ts of a plugin is imported from outside its folder: export public parts there, by name, and move code that is not specific to the plugin into src/kinds/ or src/machinery/.',
      from: {path: '^(src|commands)/', pathNot: ['^src/admission/plugins/[^/]+/', '^src/lint/rules/catalogue\\.ts$']},
      to: {path: '^src/admission/plugins/[^/]+/', pathNot: '^src/admission/plugins/[^/]+/index\\.ts$'},
    },
    {
      name: 'texts-of-rules-are-apart',
      severity: 'error',
      comment: 'src/lint/rules/catalogue.ts lists the texts of rules, which only their readers load: take rules.ts of a plugin, and nothing else of it.',
      from: {path: '^src/lint/rules/catalogue\\.ts$'},
      to: {path: '^src/admission/plugins/[^/]+/', pathNot: '^src/admission/plugins/[^/]+/rules\\.ts$'},
    },
    {
      name: 'plugins-come-from-the-list',
      severity: 'error',
      comment: 'adding a plugin is a folder and one line in src/admission/plugins/index.ts: take kinds from that list. Only code that reports on one plugin may import that plugin.',
      from: {path: '^src/', pathNot: ['^src/admission/', '^src/(controllers|export|replay|simulate|suggest|pod-security|policy-test|report|cli)/', '^src/lint/(rules/catalogue\\.ts$|policies/)', '^src/index\\.ts$']},
      to: {path: '^src/admission/plugins/[^/]+/'},
    },
    {
      name: 'admission-core-knows-no-plugin',
      severity: 'error',
      comment: 'the contract and the chain serve any plugin: only src/admission/plugins/index.ts names them.',
      from: {path: '^src/admission/[^/]+\\.ts$'},
      to: {path: '^src/admission/plugins/'},
    },
    {
      name: 'usage-error-stands-alone',
      severity: 'error',
      comment: 'src/usage-error.ts is used by io and cli and imports nothing.',
      from: {path: '^src/usage-error\\.ts$'},
      to: {path: '.'},
    },
    placeRule('oclif-in-cli', 'only commands/ and src/cli/ use oclif: throw a UsageError elsewhere.', ['^commands/', '^src/(cli|program)/'], {path: packages('@oclif/[^/]+')}),
    placeRule('js-yaml-in-source', 'only src/source/ reads YAML: take a SourceDocument.', '^src/source/', {path: packages('js-yaml')}),
    placeRule('globby-in-io', 'only src/io/ looks for files: take SourceFiles.', '^src/(io|program)/', {path: packages('globby')}),
    placeRule('colours-and-tables-in-report', 'only src/report/ writes for terminals: return data, and let a report show it.', '^src/(report|machinery/platform/node)/',
      {path: packages('chalk', 'cli-table3', 'string-width')}),
    placeRule('levenshtein-in-nearest', 'src/manifests/nearest.ts finds the intended word.', '^src/manifests/nearest\\.ts$', {path: packages('fastest-levenshtein')}),
    placeRule('disk-in-io', 'only src/io/ touches the disk, and what starts kadm: take the text as a parameter.', '^src/(?!(cli|program)/)',
      {dependencyTypes: ['core'], pathNot: '^(node:)?(path|url|util|crypto)$'}),
    placeRule('signatures-in-one-place', 'src/machinery/x509/ checks signatures: call it. node:crypto takes milliseconds to load, and few inputs have signatures.', '^src/(?!(cli|program)/)',
      {dependencyTypes: ['core'], path: '^(node:)?crypto$'}),
    {
      name: 'node-in-platform',
      severity: 'error',
      comment: 'browsers run this code, too: import what Node.js and browsers do in different ways from #platform/, which has a folder for each (src/machinery/platform/).',
      from: {path: '^src/', pathNot: ['^src/(cli|io|program|start)/', '^src/machinery/platform/node/', '^src/report/lint/sarif\\.ts$']},
      to: {dependencyTypes: ['core']},
    },
    {
      name: 'platform-by-its-name',
      severity: 'error',
      comment: 'the name #platform/ leads to the folder for Node.js or to the one for browsers: import it by that name.',
      from: {path: '^(src|commands)/', pathNot: ['^src/machinery/platform/', '^src/browser\\.ts$']},
      to: {path: '^src/machinery/platform/', dependencyTypesNot: ['aliased-subpath-import']},
    },
    {
      name: 'no-cycles',
      severity: 'error',
      comment: 'two modules that need each other are one, or lack a third that both can import.',
      from: {},
      to: {circular: true},
    },
    {
      name: 'no-orphans',
      severity: 'error',
      comment: 'nothing imports this module: use it or delete it.',
      from: {orphan: true, path: '^src/', pathNot: '^src/(machinery/platform/browser/|program/)'},
      to: {},
    },
    {
      name: 'no-unreachable-modules',
      severity: 'error',
      comment: 'neither a command nor the library comes to this module: use it or delete it.',
      from: {path: entries},
      to: {path: '^src/', pathNot: entries, reachable: false},
    },
    {
      name: 'no-unresolvable',
      severity: 'error',
      comment: 'this import leads nowhere: correct its path, or add the package to package.json.',
      from: {path: '^(src|commands)/'},
      to: {couldNotResolve: true},
    },
    {
      name: 'only-declared-packages',
      severity: 'error',
      comment: 'published code imports only the dependencies in package.json.',
      from: {path: '^(src|commands)/'},
      to: {dependencyTypes: ['npm-dev', 'npm-no-pkg', 'npm-unknown', 'npm-peer', 'npm-optional', 'unknown']},
    },
  ],
  options: {
    doNotFollow: {path: ['node_modules', '^dist/']},
    tsPreCompilationDeps: true,
    tsConfig: {fileName: 'tsconfig.json'},
    enhancedResolveOptions: {exportsFields: ['exports'], conditionNames: ['import', 'require', 'node', 'default', 'types'], mainFields: ['module', 'main', 'types']},
    moduleSystems: ['es6', 'cjs'],
  },
}
