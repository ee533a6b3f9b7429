import {expect} from 'chai'
import {execFileSync, spawnSync} from 'node:child_process'
import {cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync} from 'node:fs'
import {tmpdir} from 'node:os'
import {join} from 'node:path'

import {plainEnv, root} from '../helpers/run-kadm.js'

const pjson = {
  name: 'kadm', version: '0.1.0', type: 'module', repository: {type: 'git', url: 'git+https://git.example.com/kadm.git'},
  scripts: {build: 'node -e 0', docs: `node -e "fs.writeFileSync('docs/generated.md', process.env.npm_package_version)"`},
}

const files: Readonly<Record<string, string>> = {
  'package.json': `${JSON.stringify(pjson, null, 2)}\n`,
  'package-lock.json': `${JSON.stringify({name: 'kadm', version: '0.1.0', packages: {'': {name: 'kadm', version: '0.1.0'}, 'node_modules/a': {version: '0.1.0'}}}, null, 2)}\n`,
  'CHANGELOG.md': '# Changelog\n\n## [Unreleased]\n\n### Added\n\n- An [entry](docs/a.md).\n\n## 0.1.0\n\n- The first one.\n',
  'README.md': 'rev: v0.1.0, 10.1.0.0\n',
  'docs/pipelines.md': 'uses: OWNER/kadm@v0.1.0\n',
  'docs/generated.md': '0.1.0',
}

const changelog = `# Changelog

## [Unreleased]

## [0.2.0] - DATE

### Added

- An [entry](docs/a.md).

## 0.1.0

- The first one.

[Unreleased]: https://git.example.com/kadm/compare/v0.2.0...HEAD
[0.2.0]: https://git.example.com/kadm/compare/v0.1.0...v0.2.0
`

describe('npm run release @slow', () => {
  let folder = ''
  const git = (...args: string[]): string => execFileSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@example.com', ...args], {cwd: folder, encoding: 'utf8'}).trim()
  const read = (path: string): string => readFileSync(join(folder, path), 'utf8')
  const release = (...args: string[]): {status: number | null, stdout: string, stderr: string} =>
    spawnSync(process.execPath, [join(folder, 'scripts/release.js'), ...args], {
      env: {...plainEnv, GIT_AUTHOR_NAME: 'a', GIT_AUTHOR_EMAIL: 'a@example.com', GIT_COMMITTER_NAME: 'a', GIT_COMMITTER_EMAIL: 'a@example.com'}, encoding: 'utf8',
    })

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'kadm-release-'))
    mkdirSync(join(folder, 'docs'))
    for (const [path, text] of Object.entries(files)) writeFileSync(join(folder, path), text)
    for (const path of ['scripts/release.js', 'scripts/release']) cpSync(join(root, path), join(folder, path), {recursive: true})
    git('init', '--quiet', '--initial-branch=main')
    git('add', '--all')
    git('commit', '--quiet', '--message=Begin')
  })
  afterEach(() => rmSync(folder, {recursive: true, force: true}))

  it('sets the version, moves the entries, generates the pages, commits and tags @slow', () => {
    const {status, stdout, stderr} = release('0.2.0')
    expect([status, stderr]).to.deep.equal([0, ''])
    expect(stdout).to.equal('release: v0.2.0 is committed and tagged. Read it (git show v0.2.0) and publish it: git push --atomic origin main v0.2.0\n')
    expect(read('CHANGELOG.md').replace(/(?<=\[0\.2\.0\] - )\d{4}-\d\d-\d\d$/m, 'DATE')).to.equal(changelog)
    expect(read('package.json')).to.equal(files['package.json']?.replace('0.1.0', '0.2.0'))
    const {version, packages} = JSON.parse(read('package-lock.json')) as {version: string, packages: Record<string, {version: string}>}
    expect([version, packages['']?.version, packages['node_modules/a']?.version]).to.deep.equal(['0.2.0', '0.2.0', '0.1.0'])
    expect([read('README.md'), read('docs/pipelines.md'), read('docs/generated.md')]).to.deep.equal(['rev: v0.2.0, 10.1.0.0\n', 'uses: OWNER/kadm@v0.2.0\n', '0.2.0'])
    expect(git('status', '--porcelain')).to.equal('')
    expect(git('log', '--format=%s')).to.equal('Release 0.2.0\nBegin')
    expect(git('cat-file', '-t', 'v0.2.0')).to.equal('tag')
    expect(git('tag', '--list', '--format=%(contents)', 'v0.2.0')).to.equal('kadm 0.2.0\n\n### Added\n\n- An [entry](docs/a.md).')
  })

  it('prints the notes of a release, and links the next one in order @slow', () => {
    release('0.2.0')
    writeFileSync(join(folder, 'CHANGELOG.md'), read('CHANGELOG.md').replace('## [Unreleased]\n', '## [Unreleased]\n\n- A fix.\n'))
    git('commit', '--quiet', '--all', '--message=Fix')
    expect(release('0.2.1')).to.deep.include({status: 0, stderr: ''})
    expect(read('CHANGELOG.md')).to.contain('\n- The first one.\n\n[Unreleased]: https://git.example.com/kadm/compare/v0.2.1...HEAD\n'
      + '[0.2.1]: https://git.example.com/kadm/compare/v0.2.0...v0.2.1\n[0.2.0]: https://git.example.com/kadm/compare/v0.1.0...v0.2.0\n')
    expect(release('--notes', '0.2.1').stdout).to.equal('- A fix.\n')
    expect(release('--notes', '0.1.0').stdout).to.equal('- The first one.\n')
    expect(release('--notes', '0.3.0')).to.deep.include({status: 1, stderr: 'release: CHANGELOG.md has no section [0.3.0]\n'})
  })

  it('adds no links without the address of a repository @slow', () => {
    const {repository, ...others} = pjson
    writeFileSync(join(folder, 'package.json'), JSON.stringify(others))
    git('commit', '--quiet', '--all', `--message=Remove ${repository.url}`)
    expect(release('0.2.0')).to.deep.include({status: 0, stderr: ''})
    expect(read('CHANGELOG.md').replace(/\d{4}-\d\d-\d\d/, 'DATE')).to.equal(changelog.replace(/\n\[Unreleased\]: [^]*/, ''))
  })

  it('prints the notes and changes nothing with --dry-run @slow', () => {
    const {status, stdout} = release('--dry-run')
    expect(status).to.equal(0)
    expect(stdout).to.equal(`kadm 0.2.0\n\n### Added\n\n- An [entry](docs/a.md).\n
release: would change package.json, package-lock.json, CHANGELOG.md, README.md, docs/pipelines.md and the generated pages, commit "Release 0.2.0", and tag it v0.2.0\n`)
    git('switch', '--quiet', '--detach')
    expect(release('--dry-run', '0.3.0').stdout).to.match(/\nrelease: not possible now: the branch is not main: switch to it\n$/)
    expect([git('status', '--porcelain'), git('tag'), git('log', '--format=%s')]).to.deep.equal(['', '', 'Begin'])
  })

  const rejected = (what: string, prepare: () => unknown, version: string, message: string): void => {
    it(`rejects ${what} and changes nothing`, () => {
      prepare()
      const before = git('status', '--porcelain')
      expect(release(version)).to.deep.include({status: 1, stdout: '', stderr: `release: ${message}\n`})
      expect([git('status', '--porcelain'), git('log', '--format=%s', '--max-count=1')]).to.deep.equal([before, git('log', '--format=%s', '--max-count=1')])
    })
  }
  rejected('a changed working tree', () => writeFileSync(join(folder, 'a'), ''), '0.2.0', 'the working tree has changes: commit or stash them')
  rejected('another branch', () => git('switch', '--quiet', '--create', 'topic'), '0.2.0', 'the branch is not main: switch to it')
  rejected('an existing tag', () => git('tag', 'v0.2.0'), '0.2.0', 'the tag v0.2.0 exists: choose another version')
  rejected('a changelog without entries', () => {
    writeFileSync(join(folder, 'CHANGELOG.md'), '# Changelog\n\n## [Unreleased]\n\n## 0.1.0\n')
    git('commit', '--quiet', '--all', '--message=Empty')
  }, '0.2.0', 'CHANGELOG.md has no entries under [Unreleased]')
  for (const version of ['0.1.0', '0.0.9', 'v0.2.0', '0.2', '0.2.0-rc.1']) rejected(`the version ${version}`, () => undefined, version, `"${version}" is not a version after 0.1.0`)
})
