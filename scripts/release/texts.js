// The texts that a release changes, as pure functions.

const numbers = (version) => /^(\d+)\.(\d+)\.(\d+)$/.exec(version)?.slice(1).map(Number)

/** True if `version` is a version X.Y.Z after `current`. */
export function isHigher(version, current) {
  const [before, after] = [numbers(current), numbers(version)]
  if (after === undefined) return false
  const i = after.findIndex((number, place) => number !== before[place])
  return i !== -1 && after[i] > before[i]
}

/** Returns the next minor version: 0.2.0 after 0.1.3. */
export function nextMinor(current) {
  const [major, minor] = numbers(current)
  return `${major}.${minor + 1}.0`
}

/** Returns the heading of a section of the changelog (`## [0.2.0] - 2026-01-31` or `## 0.1.0`) and what follows up to the next section or the links. */
function sectionOf(changelog, name) {
  const lines = changelog.split('\n')
  const start = lines.findIndex((line) => line.startsWith('## ') && line.slice(3).replace(/^\[(.*?)\]/, '$1').split(' ')[0] === name)
  if (start === -1) return undefined
  const length = lines.slice(start + 1).findIndex((line) => line.startsWith('## ') || /^\[[^\]]+\]: /.test(line))
  const end = length === -1 ? lines.length : start + 1 + length
  return {before: lines.slice(0, start), body: lines.slice(start + 1, end).join('\n').trim(), after: lines.slice(end)}
}

/** Returns the entries of a section of the changelog; undefined if there is no such section. */
export const notesOf = (changelog, name) => sectionOf(changelog, name)?.body

/** Returns the changelog with the entries of [Unreleased] under a new version. With the address of a repository, the headings of both are links. */
export function released(changelog, current, version, date, repository) {
  const {before, body, after} = sectionOf(changelog, 'Unreleased')
  const text = [...before, '## [Unreleased]', '', `## [${version}] - ${date}`, '', body, '', ...after].join('\n').trimEnd()
  if (repository === undefined) return `${text}\n`
  const lines = text.split('\n').filter((line) => !line.startsWith('[Unreleased]: '))
  const firstLink = lines.findIndex((line) => /^\[[^\]]+\]: /.test(line))
  const links = [`[Unreleased]: ${repository}/compare/v${version}...HEAD`, `[${version}]: ${repository}/compare/v${current}...v${version}`]
  if (firstLink === -1) return `${[...lines, '', ...links].join('\n')}\n`
  return `${lines.toSpliced(firstLink, 0, ...links).join('\n')}\n`
}

/** Returns a page with another version in its examples: `kadm@vX.Y.Z` for the action and `rev: vX.Y.Z` for pre-commit. */
export const withVersion = (page, current, version) =>
  ['kadm@v', 'rev: v'].reduce((text, prefix) => text.replaceAll(`${prefix}${current}`, `${prefix}${version}`), page)
