import {expect} from 'chai'
import {mkdtempSync, readFileSync, realpathSync, rmSync, symlinkSync, writeFileSync} from 'node:fs'
import {tmpdir} from 'node:os'
import {join} from 'node:path'

import ConfigPrint from '../../commands/config/print.js'
import Lint from '../../commands/lint.js'
import {eventRateLimit} from '../helpers/configuration.js'
import {inFolder} from '../helpers/in-folder.js'
import {limits} from '../helpers/rule-table.js'
import {type CommandRun, runCommand} from '../helpers/run-command.js'

/** The findings that are printed, without their hints. */
const findings = ({stdout}: CommandRun): string[] => stdout.split('\n').filter((line) => /^\S+:\d+:\d+ {2}/.test(line)).map((line) => line.replace(/ {2}(\w+) {2}.* {2}(\S+)$/, ' $1 $2'))

const summary = ({stdout}: CommandRun): string | undefined => stdout.trimEnd().split('\n').at(-1)

describe('kadm lint settings', () => {
  const writeFiles = inFolder()
  const environment = {...process.env}
  const write = (path: string, text: string): void => writeFiles({[path]: text})
  const read = (path: string): string => readFileSync(path, 'utf8')
  const withoutSettings = (): void => {
    for (const name of Object.keys(process.env)) if (name.startsWith('KADM_')) Reflect.deleteProperty(process.env, name)
  }
  const lint = (...argv: string[]): Promise<CommandRun> => runCommand(Lint, ...argv)

  beforeEach(() => {
    withoutSettings()
  })
  afterEach(() => {
    withoutSettings()
    Object.assign(process.env, environment)
  })

  const bad = limits('a', 'type: container, max: {cpu: 1}')
  const found = 'a.yaml:6:12 error limit-range/type'

  describe('the server', () => {
    const pod = 'apiVersion: v1\nkind: Pod\nmetadata: {name: p}\nspec: {hostPID: true, containers: [{name: app, image: web}]}\n'
    const levels = 'apiVersion: pod-security.admission.config.k8s.io/v1\nkind: PodSecurityConfiguration\ndefaults: {enforce: baseline}\n'
    const rejected = 'pods/p.yaml:4:17 error pod-security/enforce'

    it('has the configuration of --admission-config, and not those among the files', async () => {
      writeFiles({'pods/p.yaml': pod, 'levels.yaml': levels, 'none.yaml': levels.replace('baseline', 'privileged')})
      expect(findings(await lint('pods'))).to.deep.equal([])
      expect(findings(await lint('pods', '--admission-config', 'levels.yaml'))).to.deep.equal([rejected])
      expect(findings(await lint('pods', 'levels.yaml'))).to.deep.equal([rejected])
      expect(findings(await lint('pods', 'levels.yaml', '--admission-config', 'none.yaml'))).to.deep.equal([])
      write('none.yaml', levels.replace('baseline', 'basline'))
      const run = await lint('pods', '--admission-config', 'none.yaml')
      expect(run.status).to.equal(2)
      expect(run.error?.message).to.include('the API server does not start with this configuration')
    })

    it('has the plugins of the settings', async () => {
      writeFiles({'pods/p.yaml': pod, 'levels.yaml': levels, '.kadm.yaml': 'disableAdmissionPlugins: [PodSecurity]\n'})
      expect(findings(await lint('pods', 'levels.yaml'))).to.deep.equal([])
      process.env['KADM_ENABLE_ADMISSION_PLUGINS'] = 'PodSecurity'
      expect(findings(await lint('pods', 'levels.yaml'))).to.deep.equal([rejected])
    })
  })

  describe('suppressions', () => {
    it('counts suppressed findings', async () => {
      write('a.yaml', `# kadm-disable limit-range/type -- why not\n${bad}`)
      const run = await lint()
      expect([run.status, run.stdout]).to.deep.equal([0, '1 object in 1 file: nothing wrong (1 suppressed)\n'])
      const json = JSON.parse((await lint('-o', 'json')).stdout) as {summary: object}
      expect(json.summary).to.deep.equal({files: 1, objects: 1, errors: 0, warnings: 0, infos: 0, suppressed: 1, known: 0, fixable: 0})
    })

    it('reports unknown rules in suppressions', async () => {
      write('a.yaml', `# kadm-disable limit-range/tpye\n${bad}`)
      const run = await lint()
      expect(run.stdout).to.include('a.yaml:1:16  warning  there is no rule "limit-range/tpye"  suppression/unknown-rule\n  hint: did you mean limit-range/type?\n')
      expect(run.status).to.equal(1)
    })

    it('reports all findings with --no-suppressions', async () => {
      write('.kadm.yaml', 'rules: {"*": off}\nbaseline: known.json\n')
      write('known.json', 'broken')
      write('a.yaml', `# kadm-disable limit-range/type\n${bad}`)
      expect(findings(await lint('--no-suppressions'))).to.deep.equal(['a.yaml:7:12 error limit-range/type'])
    })
  })

  describe('rule settings', () => {
    beforeEach(() => {
      write('a.yaml', bad)
      write('legacy/a.yaml', limits('legacy', 'type: container, max: {memory: 1Gi}'))
    })

    const cases: Readonly<Record<string, [config: string, ...findings: string[]]>> = {
      'the defaults': ['', found, 'legacy/a.yaml:6:12 error limit-range/type'],
      'a disabled rule': ['rules: {limit-range/type: off}'],
      'a disabled rule group': ['rules: {limit-range/*: off}'],
      'a rule before its group, and its group before all rules': ['rules: {"*": off, limit-range/type: warning, limit-range/*: info}', 'a.yaml:6:12 warning limit-range/type', 'legacy/a.yaml:6:12 warning limit-range/type'],
      'a folder in overrides': ['overrides: [{paths: [legacy], rules: {limit-range/type: info}}]', found, 'legacy/a.yaml:6:12 info limit-range/type'],
      'a glob in overrides': ['overrides: [{paths: ["**/a.yaml"], rules: {"*": info}}]', 'a.yaml:6:12 info limit-range/type', 'legacy/a.yaml:6:12 info limit-range/type'],
      'overrides before general rules, the last one first': [
        'rules: {limit-range/type: off}\noverrides:\n- {paths: [legacy], rules: {"*": info}}\n- {paths: [legacy], rules: {limit-range/*: warning}}\n- {paths: [legacy], rules: {pod/*: off}}',
        'legacy/a.yaml:6:12 warning limit-range/type',
      ],
    }
    for (const [title, [config, ...expected]] of Object.entries(cases)) {
      it(`applies ${title}`, async () => {
        write('.kadm.yaml', config)
        expect(findings(await lint()).map((line) => line.replaceAll('\\', '/'))).to.deep.equal(expected)
      })
    }

    it('resolves override paths relative to the configuration file', async () => {
      write('.kadm.yaml', 'overrides: [{paths: [legacy], rules: {"*": info}}]')
      process.chdir('legacy')
      expect(findings(await lint())).to.deep.equal(['a.yaml:6:12 info limit-range/type'])
    })

    it('rejects unknown rules', async () => {
      write('.kadm.yaml', 'rules:\n  limit-range/tpye: off\n')
      const run = await lint()
      expect([run.status, run.error?.message]).to.deep.equal([2, '.kadm.yaml:2:3: there is no rule "limit-range/tpye": did you mean limit-range/type?'])
      write('.kadm.yaml', 'overrides: [{paths: [a], rules: {zzzzzzz/*: off}}]')
      expect((await lint()).error?.message).to.equal('.kadm.yaml:1:34: there is no rule "zzzzzzz/*": "kadm rules" lists all rules')
    })

    it('exits according to failOn, which a flag or environment variable overrides', async () => {
      write('.kadm.yaml', 'rules: {limit-range/type: warning}\nfailOn: error\n')
      expect((await lint()).status).to.equal(0)
      expect((await lint('--fail-on', 'warning')).status).to.equal(1)
      process.env['KADM_FAIL_ON'] = 'info'
      expect((await lint()).status).to.equal(1)
      process.env['KADM_RULES'] = '{limit-range/*: off}'
      expect((await lint()).status).to.equal(0)
    })
  })

  describe('baseline', () => {
    it('records known findings, and reports new ones', async () => {
      write('a.yaml', bad)
      const writing = await lint('--baseline', 'known.json', '--write-baseline')
      expect([writing.status, writing.stdout, writing.stderr]).to.deep.equal([0, '1 object in 1 file: nothing wrong (1 known)\n', 'known.json: holds 1 finding now\n'])
      expect(JSON.parse(read('known.json'))).to.deep.equal({version: 1, findings: [{
        rule: 'limit-range/type', path: 'a.yaml', object: 'v1 LimitRange default/a', field: 'spec.limits[0].type',
        message: 'spec.limits[0].type: Invalid value: "container": must be a standard limit type or fully qualified', count: 1,
      }]})
      write('a.yaml', `# moved\n${limits('a', 'type: container, max: {cpu: 1}', 'type: claim')}`)
      const run = await lint('--baseline', 'known.json')
      expect([run.status, findings(run), summary(run), run.stderr]).to.deep.equal([1, ['a.yaml:8:12 error limit-range/type'], '1 object in 1 file: 1 error, 0 warnings (1 known)', ''])
    })

    it('is set in the configuration file and found from a subfolder', async () => {
      write('.kadm.yaml', 'baseline: known.json\n')
      write('sub/a.yaml', bad)
      expect((await lint('--write-baseline')).status).to.equal(0)
      expect(read('known.json')).to.include('"path": "sub/a.yaml"')
      process.chdir('sub')
      expect((await lint()).status).to.equal(0)
    })

    it('lists fixed findings of the checked files', async () => {
      write('a.yaml', bad)
      write('b.yaml', bad)
      await lint('--baseline', 'known.json', '--write-baseline')
      write('a.yaml', limits('a', 'type: Container, max: {cpu: 1}'))
      const run = await lint('--baseline', 'known.json', 'a.yaml')
      expect([run.status, run.stdout]).to.deep.equal([0, '1 object in 1 file: nothing wrong\n'])
      expect(run.stderr).to.match(/^known\.json: 1 of its findings is gone: update it with --write-baseline\n {2}a\.yaml {2}limit-range\/type {2}spec/)
    })

    it('lists only the first fixed findings', async () => {
      write('a.yaml', limits('a', ...Array.from({length: 15}, (_, i) => `type: x${i}`)))
      await lint('--baseline', 'known.json', '--write-baseline')
      write('a.yaml', limits('a', 'type: Container, max: {cpu: 1}'))
      const {stderr} = await lint('--baseline', 'known.json')
      expect(stderr.split('\n')).to.have.length(13)
      expect(stderr).to.match(/^known\.json: 15 of its findings are gone.*\n/).and.to.match(/\n {2}\.\.\.\n$/)
    })

    const broken: Readonly<Record<string, [text: string, message: RegExp]>> = {
      'without content': ['', /^known\.json:1:1: the file is empty, and no baseline$/],
      'with incomplete JSON': ['{"version": 1,\n "findings": [', /^known\.json:2:14: the file ends/],
      'with another version': ['{"version": 2, "findings": []}', /^known\.json:1:1: a baseline is what --write-baseline writes/],
      'that is a JSON array': ['[]', /^known\.json:1:1: a baseline is what --write-baseline writes/],
      'that is plain text': ['hello', /^known\.json:1:1: a baseline is what/],
      'without findings': ['{"version": 1}', /^known\.json:1:1: a baseline is what/],
      'with two documents': ['{"version": 1, "findings": []}\n{}', /^known\.json:2:1: unexpected second document: a baseline has only one$/],
      'with a finding that lacks its rule': ['{"version": 1, "findings": [\n{"path": "a", "message": "b", "count": 1}]}', /^known\.json:2:1: a finding has a "rule", which is a text$/],
      'with a finding that is not an object': ['{"version": 1, "findings": [5]}', /^known\.json:1:29: a finding has a "count"/],
      'with a rule that is not a string': ['{"version": 1, "findings": [{"rule": 1, "path": "a", "message": "b", "count": 1}]}', /^known\.json:1:38: a finding has a "rule"/],
      'with a count of 0': ['{"version": 1, "findings": [{"rule": "a/b", "path": "a", "message": "b", "count": 0}]}', /^known\.json:1:83: a finding has a "count", which is an integer above 0$/],
      'with an unknown field': ['{"version": 1, "findings": [{"rules": "a/b"}]}', /^known\.json:1:30: unknown field "rules": did you mean rule\?$/],
    }
    for (const [title, [text, message]] of Object.entries(broken)) {
      it(`rejects a baseline ${title}`, async () => {
        write('known.json', text)
        const run = await lint('--baseline', 'known.json')
        expect(run.status).to.equal(2)
        expect(run.error?.message).to.match(message)
      })
    }

    it('rejects a missing baseline, and --write-baseline without a file', async () => {
      expect((await lint('--baseline', 'known.json')).error?.message).to.equal('cannot read "known.json": no such file or directory')
      const run = await lint('--write-baseline')
      expect([run.status, run.error?.message]).to.deep.equal([2, '--write-baseline needs a file to write to'])
    })
  })

  describe('fixes', () => {
    it('fixes unambiguous problems, and reports the rest', async () => {
      write('a.yaml', limits('a', 'type: container, max: {cpu: 1}', 'type: claim'))
      write('b.yaml', limits('b', 'type: Container, max: {cpu: 1}'))
      const run = await lint('--fix')
      expect([run.status, findings(run), run.stderr]).to.deep.equal([1, ['a.yaml:7:12 error limit-range/type'], 'fixed: 1 place in 1 file\n'])
      expect([read('a.yaml'), read('b.yaml')]).to.deep.equal([limits('a', 'type: Container, max: {cpu: 1}', 'type: claim'), limits('b', 'type: Container, max: {cpu: 1}')])
      write('a.yaml', bad)
      expect([(await lint('--fix')).status, (await lint('--fix')).stderr]).to.deep.equal([0, 'fixed: 0 places in 0 files\n'])
    })

    it('prints a diff with --dry-run and writes nothing', async () => {
      write('a.yaml', limits('a', 'type: container, max: {cpu: 1}', 'type: claim'))
      const run = await lint('--fix', '--dry-run')
      expect(run.stdout).to.equal(`--- a/a.yaml
+++ b/a.yaml
@@ -3,5 +3,5 @@
 metadata: {name: a}
 spec:
   limits:
-  - {type: container, max: {cpu: 1}}
+  - {type: Container, max: {cpu: 1}}
   - {type: claim}
`)
      expect([run.status, run.stderr, read('a.yaml')]).to.deep.equal([1, 'would be fixed: 1 place in 1 file; findings that would remain: 1\n', limits('a', 'type: container, max: {cpu: 1}', 'type: claim')])
      write('a.yaml', limits('a', 'type: Container, max: {cpu: 1}'))
      expect([(await lint('--fix', '--dry-run')).status, (await lint('--fix', '--dry-run')).stdout]).to.deep.equal([0, ''])
    })

    it('fixes only findings that it reports', async () => {
      write('.kadm.yaml', 'overrides: [{paths: [legacy], rules: {"*": off}}]\nbaseline: known.json\n')
      write('known.yaml', bad)
      await lint('--write-baseline')
      for (const name of ['legacy/a.yaml', 'new.yaml']) write(name, bad)
      await lint('--fix')
      expect([read('known.yaml'), read('legacy/a.yaml'), read('new.yaml')]).to.deep.equal([bad, bad, limits('a', 'type: Container, max: {cpu: 1}')])
    })

    it('does not fix files that only a configuration references', async () => {
      write('in/a.yaml', 'apiVersion: apiserver.config.k8s.io/v1\nkind: AdmissionConfiguration\nplugins: [{name: EventRateLimit, path: ../limits.yaml}]\n')
      const named = eventRateLimit('- {type: user, qps: 1, burst: 2}\n')
      write('limits.yaml', named)
      const run = await lint('--fix', 'in')
      expect([run.status, read('limits.yaml')]).to.deep.equal([1, named])
    })

    it('does not fix files with an invalid encoding', async () => {
      const bytes = Buffer.concat([Buffer.from(bad), Buffer.from('# \xff\n', 'latin1')])
      writeFileSync('a.yaml', bytes)
      const run = await lint('--fix')
      expect([run.status, findings(run), run.stderr]).to.deep.equal([1, [found], 'not fixed: a.yaml is not valid in its encoding\nfixed: 0 places in 0 files\n'])
      expect(readFileSync('a.yaml')).to.deep.equal(bytes)
    })

    it('does not follow symbolic links to other folders, unless they are arguments', async function () {
      if (process.platform === 'win32') this.skip()
      const elsewhere = realpathSync(mkdtempSync(join(tmpdir(), 'kadm-elsewhere-')))
      try {
        writeFileSync(join(elsewhere, 'b.yaml'), bad)
        symlinkSync(join(elsewhere, 'b.yaml'), 'b.yaml')
        const run = await lint('--fix')
        expect([run.stdout, run.stderr]).to.deep.equal(['0 objects in 0 files: nothing checked\n1 file skipped: 1 link that leads outside\n', 'fixed: 0 places in 0 files\n'])
        const named = await lint('--fix', 'b.yaml')
        expect(named.stderr).to.equal('not fixed: b.yaml is a link out of the named folders: name its target\nfixed: 0 places in 0 files\n')
        expect(readFileSync(join(elsewhere, 'b.yaml'), 'utf8')).to.equal(bad)
        await lint('--fix', join(elsewhere, '*.yaml'))
        expect(readFileSync(join(elsewhere, 'b.yaml'), 'utf8'), 'who names it means it').to.equal(limits('a', 'type: Container, max: {cpu: 1}'))
      } finally {
        rmSync(elsewhere, {recursive: true, force: true})
      }
    })

    it('rejects --fix with standard input, and conflicting flags', async () => {
      expect([(await lint('--fix', '-')).status, (await lint('--fix', '-')).error?.message]).to.deep.equal([2, 'standard input cannot be fixed'])
      expect((await lint('--dry-run')).status).to.equal(2)
      expect((await lint('--fix', '--dry-run', '-o', 'json')).status).to.equal(2)
      expect((await lint('--fix', '--baseline', 'a', '--write-baseline')).status).to.equal(2)
    })
  })

  describe('kadm config print', () => {
    const print = (...argv: string[]): Promise<CommandRun> => runCommand(ConfigPrint, ...argv)

    it('prints defaults', async () => {
      const {stdout, status} = await print()
      expect(status).to.equal(0)
      expect(stdout).to.match(/^Setting +Value +From\n/).and.to.match(/\nfailOn +warning +default\n/).and.to.match(/\nbaseline +<none> +default\n/)
    })

    it('prints settings and their sources', async () => {
      write('.kadm.yaml', 'namespace: dev\nrules: {limit-range/*: off}\noverrides: [{paths: [a], rules: {"*": info}}]\noutput: yaml\n')
      process.env['KADM_FAIL_ON'] = 'error'
      const {settings} = JSON.parse((await print('-o', 'json')).stdout) as {settings: {name: string}[]}
      const setting = (name: string): object | undefined => settings.find((each) => each.name === name)
      expect(setting('namespace')).to.deep.equal({name: 'namespace', value: 'dev', source: 'file', from: '.kadm.yaml:1:1'})
      expect(setting('rules')).to.deep.equal({name: 'rules', value: {'limit-range/*': 'off'}, source: 'file', from: '.kadm.yaml:2:1'})
      expect(setting('overrides')).to.deep.equal({name: 'overrides', value: [{paths: ['a'], rules: {'*': 'info'}}], source: 'file', from: '.kadm.yaml:3:1'})
      expect(setting('failOn')).to.deep.equal({name: 'failOn', value: 'error', source: 'environment', from: 'KADM_FAIL_ON'})
      expect(setting('baseline')).to.deep.equal({name: 'baseline', value: null, source: 'default'})
      expect((await print()).stdout, 'as it is set').to.match(/^# \.kadm\.yaml:1:1\nnamespace: dev\n/)
    })

    it('rejects invalid settings', async () => {
      write('.kadm.yaml', 'rules: {a/b: off}\n')
      expect([(await print()).status, (await print()).error?.message]).to.deep.equal([2, '.kadm.yaml:1:9: there is no rule "a/b": "kadm rules" lists all rules'])
    })
  })
})
