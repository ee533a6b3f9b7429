// Checks the types and runs eslint, like `npm run types` and `npm run lint`, with the same programs of TypeScript: each of the two
// otherwise reads and resolves all files for itself. `npm run check` runs this script.
import {ESLint} from 'eslint'
import {fileURLToPath} from 'node:url'
import ts from 'typescript'

process.chdir(fileURLToPath(new URL('..', import.meta.url)))

const host = {
  ...ts.sys,
  getCanonicalFileName: (name) => name, getNewLine: () => ts.sys.newLine,
  onUnRecoverableConfigFileDiagnostic: (diagnostic) => {
    throw new Error(ts.formatDiagnostic(diagnostic, host))
  },
}

/** Returns the program of a configuration of TypeScript. */
function programOf(config) {
  const {options, fileNames, errors} = ts.getParsedCommandLineOfConfigFile(config, {}, host)
  return ts.createProgram({rootNames: fileNames, options, configFileParsingDiagnostics: errors})
}

/** The program of each group of files, as `npm run types` and eslint.config.js name them. The last group that has a file counts. */
const programs = Object.entries({'**/*.ts': 'tsconfig.test.json', 'browser/**/*.ts': 'browser/tsconfig.json'}).map(([files, config]) => ({files: [files], program: programOf(config)}))

const diagnostics = programs.flatMap(({program}) => ts.getPreEmitDiagnostics(program))
process.stdout.write(ts.formatDiagnostics(diagnostics, host))

const eslint = new ESLint({overrideConfig: programs.map(({files, program}) => ({files, languageOptions: {parserOptions: {programs: [program]}}}))})
const results = await eslint.lintFiles(['.'])
const formatter = await eslint.loadFormatter('stylish')
process.stdout.write(await formatter.format(results))
process.exitCode = diagnostics.length > 0 || results.some(({errorCount}) => errorCount > 0) ? 1 : 0
