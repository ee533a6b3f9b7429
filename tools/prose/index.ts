// `npm run prose`: checks the English of pages, comments, messages, names of tests, and descriptions in files of data. `npm run prose -- FILE...` checks these files only.
import {execFileSync} from 'node:child_process'
import {readFileSync} from 'node:fs'
import {proseChecker} from './check-prose.js'
import {readStyle} from './style.js'

/** Files that are generated from files that are checked, or that quote Kubernetes. */
const left = /^(?:docs\/rules|test\/(?:conformance\/vectors|fixtures))\/|^THIRD-PARTY|^src\/report\/html\/assets\.ts$/

/** Files whose prose is read: pages, source files, and files of data, such as samples, schemas, and the hook and the action of the repository. */
const read = /(?:\.(?:cjs|go|js|jsonc?|md|py|sh|ts|ya?ml)|(?:^|\/)(?:Dockerfile|run|\.[a-z]+(?:ignore|attributes|config)))$/

const given = process.argv.slice(2)
const paths = execFileSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard', '--', ...given], {encoding: 'utf8'}).split('\0')
  .filter((path) => read.test(path) && !left.test(path))
const check = proseChecker(readStyle(readFileSync('CONTRIBUTING.md', 'utf8'), readFileSync('tools/prose/vocabulary.txt', 'utf8')))

for (const path of paths) {
  for (const {line, message} of await check(path, readFileSync(path, 'utf8'))) {
    process.stdout.write(`${path}:${line}: ${message}\n`)
    process.exitCode = 1
  }
}
