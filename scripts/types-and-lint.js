// Checks the types and runs eslint, like `npm run types` and `npm run lint`, with one program of TypeScript: each of the two otherwise reads and resolves
// all files for itself. `npm run check` runs this script.
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
const {options, fileNames, errors} = ts.getParsedCommandLineOfConfigFile('tsconfig.test.json', {}, host)
const program = ts.createProgram({rootNames: fileNames, options, configFileParsingDiagnostics: errors})
const diagnostics = ts.getPreEmitDiagnostics(program)
process.stdout.write(ts.formatDiagnostics(diagnostics, host))

const eslint = new ESLint({overrideConfig: {files: ['**/*.ts'], languageOptions: {parserOptions: {programs: [program]}}}})
const results = await eslint.lintFiles(['.'])
const formatter = await eslint.loadFormatter('stylish')
process.stdout.write(await formatter.format(results))
process.exitCode = diagnostics.length > 0 || results.some(({errorCount}) => errorCount > 0) ? 1 : 0
