import {expect} from 'chai'
import {validate} from 'dockerfile-utils'
import {load, loadAll} from 'js-yaml'
import {readdirSync, readFileSync, statSync} from 'node:fs'
import {join} from 'node:path'

import Capacity from '../../commands/capacity.js'
import Diff from '../../commands/diff.js'
import Lint from '../../commands/lint.js'
import Simulate from '../../commands/simulate.js'
import {lintReporters} from '../../src/report/lint/index.js'
import {root} from '../helpers/run-kadm.js'

const read = (path: string): string => readFileSync(join(root, path), 'utf8')

const {engines, scripts, version} = JSON.parse(read('package.json')) as {engines: {node: string}, scripts: Record<string, string>, version: string}

describe('CI integrations', () => {
  describe('.pre-commit-hooks.yaml', () => {
    it('defines installable hooks with existing commands', () => {
      const shared = {language: 'node', types_or: ['yaml', 'json'], pass_filenames: false, require_serial: true}
      expect(load(read('.pre-commit-hooks.yaml'))).to.deep.equal([
        {
          id: 'kadm-lint', name: 'kadm lint', entry: 'kadm lint', ...shared,
          description: 'Find manifests and policies that the Kubernetes API server would reject, or that contradict each other.',
        },
        {
          id: 'kadm-fix', name: 'kadm fix', entry: 'kadm lint --fix', ...shared,
          description: 'Fix in place the findings in manifests and policies that have exactly one fix, and fail if a file is changed or findings remain.',
        },
        {
          id: 'kadm-simulate', name: 'kadm simulate', entry: 'kadm simulate', ...shared,
          description: "Dry-run the objects below the paths in args against the API server's admission chain, offline.",
        },
        ...Object.entries({lint: 'lint', fix: 'lint --fix', simulate: 'simulate'}).map(([name, command]) => ({
          id: `kadm-${name}-system`, name: `kadm ${name}`, entry: `kadm ${command}`, ...shared, language: 'system',
          description: `Run kadm ${command} with an installed kadm.`,
        })),
      ])
      expect(scripts['prepare']).to.equal('node scripts/prepare.js')
    })
  })

  describe('action.yml', () => {
    interface Action {
      readonly name: string
      readonly description: string
      readonly inputs: Readonly<Record<string, {readonly description: string, readonly default: string}>>
      readonly outputs: Readonly<Record<string, {readonly description: string, readonly value: string}>>
      readonly runs: {readonly using: string, readonly steps: readonly {readonly shell?: string, readonly run?: string, readonly uses?: string}[]}
    }
    const {inputs, outputs, runs} = load(read('action.yml')) as Action
    const page = read('docs/pipelines.md')

    it('is a composite action whose steps name their shell', () => {
      expect(runs.using).to.equal('composite')
      for (const {shell, run, uses} of runs.steps) {
        if (uses !== undefined) {
          expect(uses).to.match(/^actions\/[a-z]+@[0-9a-f]{40}$/)
          continue
        }
        expect(shell).to.equal('bash')
        // An expression would inject its value into the script.
        expect(run).not.to.contain('${{')
      }
    })

    it('has inputs that are documented and used', () => {
      for (const [name, input] of Object.entries(inputs)) {
        expect(input.description).to.match(/\S\.$/)
        expect(input.default).to.be.a('string')
        expect(read('action.yml')).to.contain(`\${{ inputs.${name} }}`)
        expect(page).to.contain(`| \`${name}\` |`)
      }
    })

    it('has outputs that are documented and set', () => {
      for (const [name, {description, value}] of Object.entries(outputs)) {
        expect(description).to.match(/\S\.$/)
        expect(value).to.equal(`\${{ steps.run.outputs.${name} }}`)
        expect(runs.steps.at(-1)?.run).to.contain(`${name}=`)
        expect(page).to.contain(`| \`${name}\` |`)
      }
    })
  })

  describe('Dockerfile', () => {
    const text = read('Dockerfile')
    const lines = text.replaceAll('\\\n', ' ').split('\n')

    it('passes the linter', () => expect(validate(text).map(({message}) => message)).to.deep.equal([]))

    it('check: the linter rejects an unknown instruction', () => expect(validate('FROM node:20\nCOPPY . .\n').map(({message}) => message)).to.deep.equal(['Unknown instruction: COPPY']))

    it('builds and runs in separate stages, as a user without privileges', () => {
      expect(lines.filter((line) => line.startsWith('FROM ')).map((line) => line.replace(/^FROM \S+/, 'FROM'))).to.deep.equal(['FROM AS build', 'FROM'])
      const last = lines.slice(lines.findLastIndex((line) => line.startsWith('FROM ')))
      expect(last.filter((line) => line.startsWith('COPY ')).every((line) => line.startsWith('COPY --from=build '))).to.equal(true)
      expect(last.findIndex((line) => line === 'USER node')).to.be.greaterThan(last.findLastIndex((line) => line.startsWith('RUN ')))
    })

    it('pins the minimum Node.js version of kadm', () => {
      for (const [, image, major, minor] of text.matchAll(/^FROM (\S+):(\d+)\.(\d+)\.\d+-\S+/gm)) {
        expect(image).to.equal('node')
        expect(`>=${major}.${Number(minor) >= 19 ? 19 : minor}.0`).to.equal(engines.node)
      }
      expect(text.match(/^FROM node:\d+\.\d+\.\d+-/gm)).to.have.length(2)
    })

    it('pins the base image by digest', () => {
      expect(new Set(lines.filter((line) => line.startsWith('FROM ')).map((line) => /@sha256:[0-9a-f]{64}(?= |$)/.exec(line)?.[0])).size).to.equal(1)
      expect(text.match(/^FROM \S+@sha256:[0-9a-f]{64}(?: |$)/gm)).to.have.length(2)
    })

    it('copies only existing files that .dockerignore allows', () => {
      const allowed = read('.dockerignore').split('\n').filter((line) => line.startsWith('!')).map((line) => line.slice(1))
      for (const path of allowed) expect(statSync(join(root, path)).size, path).to.be.greaterThan(0)
      for (const [, path = ''] of text.matchAll(/\/kadm\/([\w.-]+)/g)) {
        if (!['node_modules', 'dist', 'sbom.cdx.json'].includes(path) && !path.startsWith('bin/')) expect(allowed, path).to.include(path)
      }
    })
  })

  describe('workflows', () => {
    interface Job {
      readonly needs?: readonly string[]
      readonly if?: string
      readonly permissions?: Readonly<Record<string, string>>
      readonly strategy?: {readonly matrix: {readonly include?: readonly {readonly platform: string}[]}}
      readonly steps: readonly {readonly uses?: string, readonly run?: string}[]
    }
    interface Workflow {
      readonly permissions: Readonly<Record<string, string>>
      readonly jobs: Readonly<Record<string, Job>>
    }
    const files = readdirSync(join(root, '.github/workflows')).map((file) => `.github/workflows/${file}`)
    const workflows = new Map(files.map((file) => [file, load(read(file)) as Workflow]))
    const jobOf = (file: string, name: string): Job | undefined => workflows.get(`.github/workflows/${file}`)?.jobs[name]

    it('pin actions by commit, with the version as a comment', () => {
      for (const file of [...files, 'action.yml']) {
        const uses = read(file).split('\n').filter((line) => /^\s*(?:- )?uses:/.test(line))
        expect(uses.length, file).to.be.greaterThan(0)
        for (const line of uses) expect(line, file).to.match(/uses: [\w./-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/)
      }
    })

    it('have read permissions, except for the jobs that publish', () => {
      const write: Readonly<Record<string, Job['permissions']>> = {
        publish: {contents: 'read', 'id-token': 'write'}, release: {contents: 'write', 'id-token': 'write', attestations: 'write'},
        pages: {pages: 'write', 'id-token': 'write'},
      }
      for (const [file, {permissions, jobs}] of workflows) {
        expect(permissions, file).to.deep.equal({contents: 'read'})
        for (const [name, job] of Object.entries(jobs)) {
          expect(job.permissions, `${file} ${name}`).to.deep.equal(write[name])
        }
      }
    })

    it('publish the site from the main branch, once it has an address', () => {
      expect(jobOf('site.yml', 'build')?.steps.map(({run}) => run)).to.include('npm run site')
      expect(jobOf('site.yml', 'pages')).to.deep.include({needs: ['build'], if: "github.event_name == 'push' && needs.build.outputs.address != ''"})
    })

    it('interpolate no untrusted values into scripts', () => {
      for (const [file, {jobs}] of workflows) {
        for (const {run = ''} of Object.values(jobs).flatMap(({steps}) => steps)) expect(run, file).not.to.contain('${{')
      }
    })

    it('publish with provenance after all checks', () => {
      const commands = (name: string): readonly (string | undefined)[] => jobOf('release.yml', name)?.steps.map(({run, uses}) => run ?? uses?.split('@')[0]) ?? []
      expect(jobOf('release.yml', 'publish')?.needs).to.deep.equal(['dependencies', 'check'])
      expect(commands('dependencies')).to.include('npm audit signatures').and.to.include('google/osv-scanner-action/osv-scanner-action')
      expect(commands('check')).to.include('bash .ci/run')
      expect(commands('publish').at(-1)).to.equal('npm publish --provenance --access public')
      expect(jobOf('release.yml', 'executables')?.needs).to.deep.equal(['dependencies', 'check'])
      expect(commands('executables')).to.include('npm run executable')
      expect(jobOf('release.yml', 'release')?.needs).to.deep.equal(['executables', 'publish'])
      expect(commands('release').slice(0, 5)).to.deep.equal([
        'actions/checkout', 'actions/download-artifact', 'sha256sum kadm-*.tar.gz > SHA256SUMS', 'actions/attest-build-provenance',
        'node scripts/release.js --notes "${GITHUB_REF_NAME#v}" > notes.md',
      ])
      expect(commands('release').at(-1)).to.match(/^gh release create .* --notes-file notes\.md /)
    })

    it('build executables for the platforms that the guide lists', () => {
      const platforms = jobOf('release.yml', 'executables')?.strategy?.matrix.include?.map(({platform}) => platform) ?? []
      expect(platforms).to.deep.equal(['linux-x64', 'linux-arm64', 'macos-x64', 'macos-arm64', 'windows-x64'])
      for (const platform of platforms) expect(read('docs/install.md')).to.contain(`\`${platform}\``)
    })
  })

  describe('docs/pipelines.md', () => {
    const page = read('docs/pipelines.md')
    const blocks = (language: string): string[] => [...page.matchAll(new RegExp(`^\`\`\`${language}\n([^]*?)^\`\`\`$`, 'gm'))].map(([, text = '']) => text)

    it('contains valid YAML', () => {
      expect(blocks('yaml').map((text) => loadAll(text).length)).to.deep.equal([1, 1, 1, 1, 1, 1])
    })

    it('lists every format', () => {
      for (const format of Object.keys(lintReporters)) expect(page).to.contain(`| \`${format}\` |`)
    })

    it('contains commands with existing flags and formats', () => {
      const commands = {lint: Lint, simulate: Simulate, capacity: Capacity, diff: Diff}
      const lines = ['sh', 'yaml', 'groovy', 'console'].flatMap(blocks).join('').replaceAll('\\\n', ' ').split('\n')
      const calls = lines.flatMap((line) => [...line.matchAll(/\bkadm (lint|simulate|capacity|diff)\b([^|#'>]*)/g)])
      expect(calls.length).to.be.greaterThan(8)
      for (const [call, name = '', rest = ''] of calls) {
        const command = commands[name as keyof typeof commands]
        const flags = Object.entries(command.flags).flatMap(([flag, {char}]) => [`--${flag}`, ...char === undefined ? [] : [`-${char}`]])
        for (const [, flag = ''] of rest.matchAll(/(?<=\s)(-{1,2}[a-z][\w-]*)/g)) expect(flags, call).to.include(flag)
        for (const [, format = ''] of rest.matchAll(/-o (\w+)/g)) expect(command.formats, call).to.include(format)
      }
    })

    it('names the current version', () => {
      for (const [, named] of `${page}${read('README.md')}`.matchAll(/(?:kadm@v|rev: v)(\d+\.\d+\.\d+)/g)) expect(named).to.equal(version)
    })
  })
})
