// `npm run release -- X.Y.Z` releases a version on the branch main: it sets the version, moves the entries of the changelog, generates the
// documentation, commits, and makes an annotated tag with the release notes. It pushes nothing.
// With --dry-run, it prints the notes and the changes, and changes nothing. `--notes X.Y.Z` prints the notes of a released version.
import {execFileSync} from 'node:child_process'
import {readFileSync, writeFileSync} from 'node:fs'
import {fileURLToPath} from 'node:url'
import {parseArgs} from 'node:util'

import {isHigher, nextMinor, notesOf, released, withVersion} from './release/texts.js'

process.chdir(fileURLToPath(new URL('..', import.meta.url)))

/** The pages with examples that name the version; test/meta/pipelines.test.ts compares them with package.json. */
const pages = ['README.md', 'docs/pipelines.md']

/** Ends the script with a message. */
function fail(message) {
  console.error(`release: ${message}`)
  process.exit(1)
}

const git = (...args) => execFileSync('git', args, {encoding: 'utf8', stdio: ['ignore', 'pipe', 'inherit']}).trim()

/** Runs a script of package.json without its output. */
const npmRun = (script) => execFileSync('npm', ['run', '--silent', script], {stdio: ['ignore', 'ignore', 'inherit'], shell: process.platform === 'win32'})

/** Returns the reason why this clone cannot release the tag; undefined if it can. */
function obstacle(tag) {
  if (git('status', '--porcelain') !== '') return 'the working tree has changes: commit or stash them'
  if (git('branch', '--show-current') !== 'main') return 'the branch is not main: switch to it'
  if (git('tag', '--list', tag) !== '') return `the tag ${tag} exists: choose another version`
  return undefined
}

/** Returns the new texts of the files with the version, by path. */
function newTexts(current, version) {
  const json = (path, change) => [path, `${JSON.stringify(change(JSON.parse(readFileSync(path, 'utf8'))), null, 2)}\n`]
  return new Map([
    json('package.json', (pjson) => ({...pjson, version})),
    json('package-lock.json', (lock) => ({...lock, version, packages: {...lock.packages, '': {...lock.packages[''], version}}})),
    ['CHANGELOG.md', released(changelog, current, version, new Date().toISOString().slice(0, 10), repository)],
    ...pages.map((path) => [path, withVersion(readFileSync(path, 'utf8'), current, version)]),
  ])
}

/** Writes the files, generates the others, commits and tags. */
function release(version, texts, notes) {
  try {
    for (const [path, text] of texts) writeFileSync(path, text)
    npmRun('build')
    npmRun('docs')
    git('add', '--all')
    git('commit', '--quiet', '--message', `Release ${version}`)
    const message = `kadm ${version}\n\n${notes}\n`
    execFileSync('git', ['tag', '--annotate', '--cleanup=verbatim', '--file=-', `v${version}`], {input: message, stdio: ['pipe', 'ignore', 'inherit']})
  } catch (error) {
    fail(`${error.message}\nNothing is pushed. Undo the changes with "git reset --hard", and release again.`)
  }
}

const changelog = readFileSync('CHANGELOG.md', 'utf8')
const {version: current, repository: home} = JSON.parse(readFileSync('package.json', 'utf8'))
/** The address of the repository for people; undefined while it has no public one. */
const repository = home?.url.replace(/^git\+|\.git$/g, '')
const {positionals: [given], values} = parseArgs({allowPositionals: true, options: {'dry-run': {type: 'boolean'}, 'notes': {type: 'string'}}})

if (values.notes !== undefined) {
  console.log(notesOf(changelog, values.notes) ?? fail(`CHANGELOG.md has no section [${values.notes}]`))
} else {
  const version = given ?? (values['dry-run'] ? nextMinor(current) : fail('name the version: npm run release -- 0.2.0'))
  if (!isHigher(version, current)) fail(`"${version}" is not a version after ${current}`)
  const notes = notesOf(changelog, 'Unreleased') ?? fail('CHANGELOG.md has no section [Unreleased]')
  const reason = notes === '' ? 'CHANGELOG.md has no entries under [Unreleased]' : obstacle(`v${version}`)
  const texts = newTexts(current, version)
  if (values['dry-run']) {
    console.log(`kadm ${version}\n\n${notes}\n`)
    console.log(`release: would change ${[...texts.keys()].join(', ')} and the generated pages, commit "Release ${version}", and tag it v${version}`)
    if (reason !== undefined) console.log(`release: not possible now: ${reason}`)
  } else if (reason === undefined) {
    release(version, texts, notes)
    console.log(`release: v${version} is committed and tagged. Read it (git show v${version}) and publish it: git push --atomic origin main v${version}`)
  } else fail(reason)
}
