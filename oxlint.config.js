// Rules of style and types for `npm run lint`, which also reports the errors of TypeScript. tsconfig.json, test/tsconfig.json and browser/tsconfig.json name their options.

/**
 * Rules beyond the category "correctness": those that eslint recommends, and the strict and stylistic ones of typescript-eslint, except two with wrong reports:
 * prefer-optional-chain reports `a && (a.b ?? c)`, and no-unnecessary-type-assertion takes a type for another if it only adds optional fields.
 */
const further = [
  'eqeqeq', 'no-array-constructor', 'no-case-declarations', 'no-empty', 'no-empty-function', 'no-fallthrough', 'no-prototype-builtins', 'no-regex-spaces',
  'no-unexpected-multiline', 'no-useless-assignment', 'no-useless-constructor', 'no-var', 'prefer-const', 'prefer-rest-params', 'prefer-spread', 'preserve-caught-error',
]
const furtherTypes = [
  'adjacent-overload-signatures', 'array-type', 'ban-tslint-comment', 'class-literal-property-style', 'consistent-generic-constructors', 'consistent-indexed-object-style',
  'consistent-type-assertions', 'no-confusing-non-null-assertion', 'no-deprecated', 'no-dynamic-delete', 'no-empty-object-type', 'no-explicit-any', 'no-extraneous-class',
  'no-generated-empty-object-type', 'no-inferrable-types', 'no-misused-promises', 'no-mixed-enums', 'no-namespace', 'no-non-null-asserted-nullish-coalescing', 'no-non-null-assertion',
  'no-require-imports', 'no-unnecessary-boolean-literal-compare', 'no-unnecessary-condition', 'no-unnecessary-template-expression', 'no-unnecessary-type-arguments',
  'no-unnecessary-type-constraint', 'no-unnecessary-type-conversion', 'no-unnecessary-type-parameters', 'no-unsafe-argument', 'no-unsafe-assignment',
  'no-unsafe-call', 'no-unsafe-enum-comparison', 'no-unsafe-function-type', 'no-unsafe-member-access', 'no-unsafe-return', 'only-throw-error', 'prefer-find', 'prefer-for-of',
  'prefer-function-type', 'prefer-includes', 'prefer-literal-enum-member', 'prefer-promise-reject-errors', 'prefer-reduce-type-parameter', 'prefer-regexp-exec',
  'prefer-return-this-type', 'prefer-string-starts-ends-with', 'related-getter-setter-pairs', 'require-await', 'unified-signatures', 'use-unknown-in-catch-callback-variable',
]
const errors = (names) => Object.fromEntries(names.map((name) => [name, 'error']))
const off = (names) => Object.fromEntries(names.map((name) => [name, 'off']))

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

/** Rules that oxlint does not have are those of eslint. */
const eslint = {name: 'eslint-js', specifier: 'oxlint-plugin-eslint'}
const noSyntax = (...selectors) => ({'eslint-js/no-restricted-syntax': ['error', ...selectors]})

export default {
  plugins: ['typescript'],
  jsPlugins: [eslint],
  categories: {correctness: 'error'},
  options: {typeAware: true, typeCheck: true},
  ignorePatterns: ['dist/', 'coverage/', 'playground/', 'site/dist/', 'site/.cache/', 'site/.vitepress/.temp/'],
  rules: {...errors(further), ...off(['no-control-regex'])},
  overrides: [
    {
      files: ['**/*.ts'],
      rules: {
        ...errors(furtherTypes.map((name) => `typescript/${name}`)),
        ...off(['no-misused-spread', 'no-this-alias'].map((name) => `typescript/${name}`)),
        'no-console': 'error',
        'curly': ['error', 'multi-line'],
        'max-lines': ['error', {max: 300, skipBlankLines: true, skipComments: true}],
        'max-lines-per-function': ['error', {max: 45, skipBlankLines: true, skipComments: true}],
        'no-unused-vars': ['error', {varsIgnorePattern: '^_', argsIgnorePattern: '^_', ignoreRestSiblings: true}],
        'sort-imports': ['error', {ignoreDeclarationSort: true, ignoreCase: true}],
        'typescript/ban-ts-comment': ['error', {minimumDescriptionLength: 10}],
        'typescript/consistent-type-imports': ['error', {fixStyle: 'inline-type-imports'}],
        'typescript/no-confusing-void-expression': ['error', {ignoreArrowShorthand: true, ignoreVoidReturningFunctions: true}],
        'typescript/restrict-plus-operands': ['error', {allowAny: false, allowBoolean: false, allowNullish: false, allowNumberAndString: false, allowRegExp: false}],
        'typescript/restrict-template-expressions': ['error', {allowNumber: true, allow: ['Quantity', 'FieldPath']}],
        'typescript/return-await': ['error', 'error-handling-correctness-only'],
        'eslint-js/max-len': ['error', {code: 160, ignoreStrings: true, ignoreTemplateLiterals: true, ignoreRegExpLiterals: true, ignoreComments: true}],
        ...noSyntax(...plainNames, ...purity),
      },
    },
    {files: ['src/**/*.ts'], rules: noSyntax(...plainNames, ...purity, ...boundedCalls)},
    {files: ['commands/**/*.ts'], rules: noSyntax(...plainNames, ...boundedCalls, ...purity.filter(({selector}) => selector !== 'ExportDefaultDeclaration'))},
    // Generated.
    {files: ['src/machinery/api/*.ts'], rules: off(['max-lines'])},
    {
      files: ['src/**/*.ts', 'commands/**/*.ts'],
      excludeFiles: ['src/io/write-file.ts', 'src/io/temporary-folder.ts', 'src/start/code-cache.ts'],
      rules: {'no-restricted-imports': ['error', {paths: ['fs', 'node:fs', 'fs/promises', 'node:fs/promises'].map((name) => ({name, importNames: writers, message: 'Write through src/io/write-file.ts: it loses no data and follows no planted link.'}))}]},
    },
    {
      files: ['test/**/*.ts'],
      rules: off([
        'max-lines', 'max-lines-per-function', 'no-unsafe-optional-chaining', 'no-unused-expressions', 'typescript/no-non-null-assertion', 'typescript/require-array-sort-compare',
      ]),
    },
    // Most values of JavaScript have no declared types, so that these two rules report correct code.
    {
      files: ['**/*.js', '**/*.cjs'],
      rules: {'no-undef': 'error', ...off(['typescript/require-array-sort-compare', 'typescript/restrict-template-expressions'])},
      globals: {process: 'readonly', console: 'readonly', URL: 'readonly', require: 'readonly', module: 'writable', Buffer: 'readonly'},
    },
  ],
}
