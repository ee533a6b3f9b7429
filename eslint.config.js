import js from '@eslint/js'
import {defineConfig, globalIgnores} from 'eslint/config'
import tseslint from 'typescript-eslint'

/** Nothing in the engine may know what time it is, or throw dice: both are given from outside. */
const purity = [
  {selector: "NewExpression[callee.name='Date'][arguments.length=0]", message: 'The engine has no wall clock: take a Clock.'},
  {selector: "MemberExpression[object.name='Date'][property.name='now']", message: 'The engine has no wall clock: take a Clock.'},
  {selector: "MemberExpression[object.name='Math'][property.name='random']", message: 'The engine throws no dice: take a generator.'},
  {selector: 'ExportDefaultDeclaration', message: 'Only oclif commands are default exports.'},
  {selector: 'ExportAllDeclaration', message: 'Export names one by one.'},
]

/**
 * In-house words in names: CONTRIBUTING.md lists what to write ("Plain English"). `refused` is not among them: rule ids and JSON reports,
 * which scripts read, have it, and so have the types that they print.
 */
const inHouseWords = ['alone', 'anew', 'behind', 'beside', 'fault', 'faults', 'hears', 'heard', 'mend', 'mended', 'nobody', 'played', 'plays', 'said', 'says', 'stands', 'stood', 'tell', 'tells', 'told', 'whatever', 'whoever', 'written']
const startOfName = `^_?(?:${inHouseWords.join('|')})(?![a-z])`
const insideName = `(?:${inHouseWords.map((word) => `${word[0].toUpperCase()}${word.slice(1)}`).join('|')})(?![a-z])`
const plainNames = [
  {selector: `Identifier[name=/${startOfName}|${insideName}/]`, message: 'Use the words of the field in names, as CONTRIBUTING.md states under "Plain English".'},
]

/** Functions that change the disk. */
const writers = [
  'default', ...['appendFile', 'chmod', 'chown', 'copyFile', 'cp', 'fchmod', 'fchown', 'ftruncate', 'link', 'mkdir', 'mkdtemp', 'rename', 'rm', 'rmdir', 'symlink', 'truncate', 'unlink', 'write', 'writeFile', 'writev']
    .flatMap((name) => [name, `${name}Sync`]), 'createWriteStream',
]

/**
 * A call takes some ten thousand arguments, and what input makes long overflows the stack: no list is spread as arguments. Steps of
 * a path are as few as documents are deep.
 */
const boundedCalls = [
  {
    selector: ":matches(CallExpression, NewExpression):not([callee.object.name='FieldPath']) > SpreadElement.arguments",
    message: 'A long list overflows the stack: use append and greatest of src/machinery/collections/append.ts, or pass the list itself.',
  },
]

export default defineConfig([
  globalIgnores(['dist/', 'coverage/', 'node_modules/', 'playground/', 'site/dist/', 'site/.cache/', 'site/.vitepress/.temp/']),
  js.configs.recommended,
  {
    files: ['**/*.ts'],
    extends: [tseslint.configs.strictTypeChecked, tseslint.configs.stylisticTypeChecked],
    languageOptions: {parserOptions: {project: './tsconfig.test.json'}},
    rules: {
      'curly': ['error', 'multi-line'],
      'eqeqeq': 'error',
      'max-lines': ['error', {max: 300, skipBlankLines: true, skipComments: true}],
      'max-lines-per-function': ['error', {max: 45, skipBlankLines: true, skipComments: true}],
      'max-len': ['error', {code: 160, ignoreStrings: true, ignoreTemplateLiterals: true, ignoreRegExpLiterals: true, ignoreComments: true}],
      'no-console': 'error',
      'no-restricted-syntax': ['error', ...plainNames, ...purity],
      'sort-imports': ['error', {ignoreDeclarationSort: true, ignoreCase: true}],
      '@typescript-eslint/restrict-template-expressions': ['error', {allowNumber: true, allow: [{from: 'file', name: ['Quantity', 'FieldPath']}]}],
      '@typescript-eslint/no-unused-vars': ['error', {varsIgnorePattern: '^_', argsIgnorePattern: '^_', ignoreRestSiblings: true}],
      '@typescript-eslint/consistent-type-imports': ['error', {fixStyle: 'inline-type-imports'}],
      '@typescript-eslint/consistent-type-definitions': 'off',
      '@typescript-eslint/dot-notation': 'off',
      '@typescript-eslint/prefer-nullish-coalescing': 'off',
      '@typescript-eslint/no-confusing-void-expression': ['error', {ignoreArrowShorthand: true, ignoreVoidReturningFunctions: true}],
      '@typescript-eslint/no-misused-spread': 'off',
      '@typescript-eslint/non-nullable-type-assertion-style': 'off',
      '@typescript-eslint/no-this-alias': 'off',
      // TypeScript compares classes with private members by name, and other objects have all members of the class.
      '@typescript-eslint/no-unsafe-class-instance-assignment': 'off',
      // A tenth of the time of eslint, and kadm has no enums.
      '@typescript-eslint/no-unsafe-enum-assignment': 'off',
      'no-control-regex': 'off',
      '@typescript-eslint/no-invalid-void-type': 'off',
    },
  },
  {files: ['src/**/*.ts'], rules: {'no-restricted-syntax': ['error', ...plainNames, ...purity, ...boundedCalls]}},
  // Generated.
  {files: ['src/machinery/api/*.ts'], rules: {'max-lines': 'off'}},
  {
    files: ['commands/**/*.ts'],
    rules: {'no-restricted-syntax': ['error', ...plainNames, ...boundedCalls, ...purity.filter(({selector}) => selector !== 'ExportDefaultDeclaration')]},
  },
  {
    files: ['src/**/*.ts', 'commands/**/*.ts'],
    ignores: ['src/io/write-file.ts', 'src/io/temporary-folder.ts', 'src/start/code-cache.ts'],
    rules: {'no-restricted-imports': ['error', {paths: ['fs', 'node:fs', 'fs/promises', 'node:fs/promises'].map((name) => ({name, importNames: writers, message: 'Write through src/io/write-file.ts: it loses no data and follows no planted link.'}))}]},
  },
  {files: ['browser/**/*.ts'], languageOptions: {parserOptions: {project: './browser/tsconfig.json'}}},
  {
    files: ['test/**/*.ts'],
    rules: {
      'max-lines': 'off',
      'max-lines-per-function': 'off',
      '@typescript-eslint/no-unused-expressions': 'off',
      '@typescript-eslint/no-non-null-assertion': 'off',
    },
  },
  {files: ['**/*.js', '**/*.cjs'], languageOptions: {globals: {process: 'readonly', console: 'readonly', URL: 'readonly', module: 'writable', Buffer: 'readonly'}}},
])
