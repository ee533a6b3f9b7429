import {expect} from 'chai'
import {execFileSync, spawn} from 'node:child_process'
import {mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync} from 'node:fs'
import {tmpdir} from 'node:os'
import {basename, join} from 'node:path'

import {readPluginConfigurations, withUsageErrors} from '../../src/cli/admission-config.js'
import {configurationReader} from '../../src/cli/read-inputs.js'
import {setupHints} from '../../src/cli/server-setup.js'
import {findPluginConfigurations} from '../../src/configuration/setup/plugin-configurations.js'
import {readFile} from '../../src/io/read-sources.js'
import {UsageError} from '../../src/usage-error.js'
import {admissionConfiguration, embedded, eventRateLimit, resourceQuota} from '../helpers/configuration.js'

const limits = eventRateLimit('- {type: User, qps: 1, burst: 2}\n')

/** The error of a configuration with which the server does not start. */
const rejection = (path: string): Promise<UsageError> => rejectionOf(() => readPluginConfigurations(path, []))

async function rejectionOf(run: () => unknown): Promise<UsageError> {
  try {
    await run()
  } catch (error) {
    if (error instanceof UsageError) return error
    throw error
  }
  throw new Error('expected to be rejected')
}

describe('--admission-config', () => {
  let folder = ''
  const write = (name: string, text: string): string => {
    writeFileSync(join(folder, name), text)
    return join(folder, name)
  }

  beforeEach(() => {
    folder = realpathSync(mkdtempSync(join(tmpdir(), 'kadm-config-')))
  })
  afterEach(() => rmSync(folder, {recursive: true, force: true}))

  it('returns undefined if it is not set', async () => expect(await readPluginConfigurations(undefined, ['-', '-'])).to.equal(undefined))

  it('returns the configurations of plugins, also from referenced files', async () => {
    mkdirSync(join(folder, 'sub'))
    write('sub/e.yaml', limits)
    const path = write('c.yaml', admissionConfiguration(`- {name: EventRateLimit, path: sub/e.yaml}\n${embedded('ResourceQuota', resourceQuota('  []\n'))}`))
    expect(await readPluginConfigurations(path, [])).to.have.all.keys('EventRateLimit', 'ResourceQuota')
  })

  it('returns no configuration for plugins that it does not list', async () => {
    expect(await readPluginConfigurations(write('c.yaml', admissionConfiguration('  []\n')), [])).to.deep.equal({})
  })

  it('rejects a configuration with which the server does not start, with positions', async () => {
    const path = write('c.yaml', admissionConfiguration(embedded('EventRateLimit', eventRateLimit('- {type: User}\n'))))
    const {message, suggestions} = await rejection(path)
    expect(message).to.equal('the API server does not start with this configuration: failed to apply admission: couldn\'t init admission plugin "EventRateLimit": '
      + '[limits[0].burst: Invalid value: 0: must be positive, limits[0].qps: Invalid value: 0: must be positive]')
    expect(suggestions).to.deep.equal([
      `${path}:9:7: limits[0].burst: Invalid value: 0: must be positive`, `${path}:9:7: limits[0].qps: Invalid value: 0: must be positive`,
    ])
  })

  it('accepts the configuration of a single plugin in any version, encoding and line ending', async () => {
    const read = async (text: string): Promise<unknown> => await readPluginConfigurations(write('c.yaml', text), [])
    const single = {EventRateLimit: {apiVersion: 'eventratelimit.admission.k8s.io/v1alpha1', kind: 'Configuration', limits: [{type: 'User', qps: 1, burst: 2}]}}
    expect(await read(limits)).to.deep.equal(single)
    expect(await read(limits.replaceAll('\n', '\r\n'))).to.deep.equal(single)
    expect(await read(`\ufeff${limits}`)).to.deep.equal(single)
    expect(await read('{"kind": "Configuration", "apiVersion": "eventratelimit.admission.k8s.io/v1alpha1", "limits": [{"type": "User", "qps": 1, "burst": 2}]}'))
      .to.deep.equal(single)
    expect(await read(resourceQuota('- {resource: pods, matchContains: [pods]}\n')))
      .to.have.nested.property('ResourceQuota.limitedResources[0].matchContains[0]', 'pods')
    expect(await read('apiVersion: resourcequota.admission.k8s.io/v1alpha1\nkind: Configuration\n')).to.have.all.keys('ResourceQuota')
  })

  it('lists the first three positions of errors', async () => {
    const path = write('e.yaml', eventRateLimit('- {type: user, qps: 0, burst: 1}\n- {type: User, qps: 0, burst: 0}\n'))
    const {message, suggestions} = await rejection(path)
    expect(message).to.match(/^the API server does not start with this configuration: failed to apply admission: couldn't init admission plugin "EventRateLimit": \[/)
    expect(suggestions).to.deep.equal([
      `${path}:4:10: limits[0].type: Unsupported value: "user": supported values: "Namespace", "Server", "SourceAndObject", "User": write "User"`,
      `${path}:4:21: limits[0].qps: Invalid value: 0: must be positive`,
      `${path}:5:31: limits[1].burst: Invalid value: 0: must be positive`,
    ])
  })

  it('rejects an unknown API group', async () => {
    const path = write('e.yaml', limits.replace('eventratelimit.', 'eventratelimits.'))
    expect((await rejection(path)).message).to.contain('no kind "Configuration" is registered for version "eventratelimits.admission.k8s.io/v1alpha1"')
  })

  it('rejects a second use of standard input', async () => {
    expect((await rejectionOf(() => readPluginConfigurations('-', ['a', '-']))).message).to.equal('standard input can be read only once: give one "-"')
  })

  it('rejects a missing file', async () => {
    const path = join(folder, 'c.yaml')
    const {message, suggestions} = await rejection(path)
    expect(message).to.contain(`open ${path}: no such file or directory]`)
    expect(suggestions).to.deep.equal([])
  })

  it('rejects a reference to a file that cannot be read', async () => {
    expect((await rejection(write('c.yaml', admissionConfiguration('- {name: EventRateLimit, path: e.yaml}\n')))).message)
      .to.contain(`Couldn't open admission plugin configuration ${join(folder, 'e.yaml')}: `)
  })

  describe('reference to a file outside its folder', () => {
    const outside = eventRateLimit('- {type: Server, qps: 1, burst: 2}\n')
    const named = (path: string): string => admissionConfiguration(`- {name: EventRateLimit, path: ${path}}\n`)
    const ways: [name: string, path: () => string][] = [
      ['by ..', () => '../outside.yaml'],
      ['by an absolute path', () => join(folder, 'outside.yaml')],
      ['through a link to a file', () => 'link.yaml'],
      ['through a link to a folder', () => 'links/outside.yaml'],
    ]
    beforeEach(function () {
      if (process.platform === 'win32') this.skip()
      mkdirSync(join(folder, 'own'))
      write('outside.yaml', outside)
      symlinkSync(join(folder, 'outside.yaml'), join(folder, 'own/link.yaml'))
      symlinkSync(folder, join(folder, 'own/links'))
    })

    for (const [name, path] of ways) {
      it(`is rejected ${name}`, async () => {
        const config = write('own/c.yaml', named(path()))
        const {message, suggestions} = await rejection(config)
        expect(message).to.equal(`"${config}" names "${path().startsWith('/') ? path() : join(folder, 'own', path())}", which is outside its folder: kadm does not read it`)
        expect(suggestions).to.deep.equal([
          `put a copy of the file next to "${config}" and write path: ${basename(path())}`, '--allow-path-outside reads it where it is',
        ])
      })

      it(`is accepted ${name} with allowPathOutside`, async () => {
        expect(await readPluginConfigurations(write('own/c.yaml', named(path())), [], {allowPathOutside: true})).to.have.all.keys('EventRateLimit')
      })
    }
  })

  it('truncates quoted file content to 40 characters and escapes control characters', async () => {
    write('e.yaml', `secret: ${'x'.repeat(100)}\n`)
    expect((await rejection(write('c.yaml', admissionConfiguration('- {name: EventRateLimit, path: e.yaml}\n')))).message)
      .to.match(/Object 'Kind' is missing in 'secret: x{32}\.\.\.'$/)
    write('e.yaml', 'password: a\nb: c\n')
    expect((await rejection(write('c.yaml', admissionConfiguration('- {name: EventRateLimit, path: e.yaml}\n')))).message)
      .to.match(/Object 'Kind' is missing in 'password: a\\nb: c\\n'$/)
  })

  it('can be a pipe, but not reference one', async function () {
    if (process.platform === 'win32') this.skip()
    const pipe = join(folder, 'pipe')
    execFileSync('mkfifo', [pipe])
    const path = write('c.yaml', admissionConfiguration(embedded('EventRateLimit', limits)))
    const writer = spawn('sh', ['-c', 'cat "$0" > "$1"', path, pipe])
    expect(await readPluginConfigurations(pipe, [])).to.have.all.keys('EventRateLimit')
    writer.kill()
    expect((await rejection(write('d.yaml', admissionConfiguration('- {name: EventRateLimit, path: pipe}\n')))).message).to.contain('Err:0x16}')
  })
})

describe('findPluginConfigurations', () => {
  let folder = ''
  const write = (name: string, text: string): string => {
    writeFileSync(join(folder, name), text)
    return join(folder, name)
  }
  const find = (...paths: string[]): ReturnType<typeof findPluginConfigurations> => {
    const files = paths.map((path) => readFile(path))
    return withUsageErrors(() => findPluginConfigurations(files, {readFile: configurationReader(files), ways: setupHints}))
  }

  beforeEach(() => {
    folder = realpathSync(mkdtempSync(join(tmpdir(), 'kadm-config-')))
  })
  afterEach(() => rmSync(folder, {recursive: true, force: true}))

  it('returns plugin configurations, also from referenced files', () => {
    write('e.yaml', limits)
    const path = write('c.yaml', admissionConfiguration(`- {name: EventRateLimit, path: e.yaml}\n${embedded('ResourceQuota', resourceQuota('  []\n'))}`))
    expect(find(path).configurations).to.have.all.keys('EventRateLimit', 'ResourceQuota')
    expect(find(join(folder, 'e.yaml')).configurations).to.have.all.keys('EventRateLimit')
    expect(find(path, join(folder, 'e.yaml'))).to.have.deep.property('hints', [])
    expect(find()).to.deep.equal({configurations: {}, hints: []})
  })

  it('rejects a configuration with which the server does not start, and names the file', async () => {
    const path = write('e.yaml', eventRateLimit('- {type: user, qps: 1, burst: 1}\n'))
    const {message, suggestions} = await rejectionOf(() => find(path))
    expect(message).to.match(/^the API server does not start with the configuration in .*e\.yaml: failed to apply admission: .*Unsupported value: "user"/)
    expect(suggestions).to.deep.equal([
      `${path}:4:10: limits[0].type: Unsupported value: "user": supported values: "Namespace", "Server", "SourceAndObject", "User": write "User"`,
      `--exclude ${path} excludes it`,
    ])
  })

  it('rejects two different configurations, and names both files', async () => {
    const [one, other] = [write('a.yaml', limits), write('b.yaml', limits.replace('burst: 2', 'burst: 3'))]
    expect((await rejectionOf(() => find(one, other))).message).to.equal(`${one} and ${other} configure the API server in different ways`)
  })

  it('rejects references to files outside the given folders', async () => {
    const path = write('c.yaml', admissionConfiguration('- {name: EventRateLimit, path: /etc/hosts}\n'))
    const {message, suggestions} = await rejectionOf(() => find(path))
    expect(message).to.match(/c\.yaml: .*hosts is not read: it is outside the repository of the given files$/)
    expect(suggestions).to.deep.equal([`to read it, use --admission-config ${path} --allow-path-outside`])
  })

  it('hints at configurations that are not the first document of their file', () => {
    const path = write('a.yaml', `apiVersion: v1\nkind: LimitRange\nmetadata: {name: a}\n---\n${limits}`)
    expect(find(path)).to.deep.equal({configurations: {}, hints: [
      `Hint: ${path}:5: the API server reads only the first document of a configuration file: this one is ignored.`,
    ]})
  })
})
