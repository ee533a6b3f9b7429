import {expect} from 'chai'
import {execFileSync, spawn} from 'node:child_process'
import {mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync} from 'node:fs'
import {tmpdir} from 'node:os'
import {join} from 'node:path'

import {findPluginConfigurations, readPluginConfigurations} from '../../src/cli/admission-config.js'
import {readFile} from '../../src/io/read-sources.js'
import {UsageError} from '../../src/usage-error.js'
import {admissionConfiguration, embedded, eventRateLimit, resourceQuota} from '../helpers/configuration.js'

const limits = eventRateLimit('- {type: User, qps: 1, burst: 2}\n')

/** The error of a configuration with which the server does not start. */
const refusal = (path: string): UsageError => refusalOf(() => readPluginConfigurations(path))

function refusalOf(run: () => unknown): UsageError {
  try {
    run()
  } catch (error) {
    if (error instanceof UsageError) return error
    throw error
  }
  throw new Error('expected to be refused')
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

  it('gives nothing when it is not there', () => expect(readPluginConfigurations(undefined)).to.equal(undefined))

  it('gives plugins their configurations, also from files beside it', () => {
    mkdirSync(join(folder, 'sub'))
    write('sub/e.yaml', limits)
    const path = write('c.yaml', admissionConfiguration(`- {name: EventRateLimit, path: sub/e.yaml}\n${embedded('ResourceQuota', resourceQuota('  []\n'))}`))
    expect(readPluginConfigurations(path)).to.have.all.keys('EventRateLimit', 'ResourceQuota')
  })

  it('gives nothing to plugins that it does not name', () => {
    expect(readPluginConfigurations(write('c.yaml', admissionConfiguration('  []\n')))).to.deep.equal({})
  })

  it('is refused where the server would not start, with the command that shows where', () => {
    const path = write('c.yaml', admissionConfiguration(embedded('EventRateLimit', eventRateLimit('- {type: User}\n'))))
    const {message, suggestions} = refusal(path)
    expect(message).to.equal('the API server does not start with this configuration: failed to apply admission: couldn\'t init admission plugin "EventRateLimit": '
      + '[limits[0].burst: Invalid value: 0: must be positive, limits[0].qps: Invalid value: 0: must be positive]')
    expect(suggestions).to.deep.equal([`kadm lint ${path} shows the place`])
  })

  it('is refused where it is not there', () => {
    const path = join(folder, 'c.yaml')
    const {message, suggestions} = refusal(path)
    expect(message).to.contain(`open ${path}: no such file or directory]`)
    expect(suggestions).to.deep.equal([])
  })

  it('is refused where it names a file that cannot be read', () => {
    expect(refusal(write('c.yaml', admissionConfiguration('- {name: EventRateLimit, path: e.yaml}\n'))).message)
      .to.contain(`Couldn't open admission plugin configuration ${join(folder, 'e.yaml')}: `)
  })

  it('may be a pipe, and name none', function () {
    if (process.platform === 'win32') this.skip()
    const pipe = join(folder, 'pipe')
    execFileSync('mkfifo', [pipe])
    const path = write('c.yaml', admissionConfiguration(embedded('EventRateLimit', limits)))
    const writer = spawn('sh', ['-c', 'cat "$0" > "$1"', path, pipe])
    expect(readPluginConfigurations(pipe)).to.have.all.keys('EventRateLimit')
    writer.kill()
    expect(refusal(write('d.yaml', admissionConfiguration('- {name: EventRateLimit, path: pipe}\n'))).message).to.contain('Err:0x16}')
  })
})

describe('the configurations among policies', () => {
  let folder = ''
  const write = (name: string, text: string): string => {
    writeFileSync(join(folder, name), text)
    return join(folder, name)
  }
  const find = (...paths: string[]): ReturnType<typeof findPluginConfigurations> => findPluginConfigurations(paths.map((path) => readFile(path)))

  beforeEach(() => {
    folder = realpathSync(mkdtempSync(join(tmpdir(), 'kadm-config-')))
  })
  afterEach(() => rmSync(folder, {recursive: true, force: true}))

  it('are in force, with the files that they name', () => {
    write('e.yaml', limits)
    const path = write('c.yaml', admissionConfiguration(`- {name: EventRateLimit, path: e.yaml}\n${embedded('ResourceQuota', resourceQuota('  []\n'))}`))
    expect(find(path).configurations).to.have.all.keys('EventRateLimit', 'ResourceQuota')
    expect(find(join(folder, 'e.yaml')).configurations).to.have.all.keys('EventRateLimit')
    expect(find(path, join(folder, 'e.yaml'))).to.have.deep.property('hints', [])
    expect(find()).to.deep.equal({configurations: {}, hints: []})
  })

  it('are refused where the server would not start, by name', () => {
    const path = write('e.yaml', eventRateLimit('- {type: user, qps: 1, burst: 1}\n'))
    const {message, suggestions} = refusalOf(() => find(path))
    expect(message).to.match(/^the API server does not start with the configuration in .*e\.yaml: failed to apply admission: .*Unsupported value: "user"/)
    expect(suggestions).to.deep.equal([`kadm lint ${path} shows the place`, `--exclude ${path} does without it`])
  })

  it('are refused where two do not say the same, by name', () => {
    const [one, other] = [write('a.yaml', limits), write('b.yaml', limits.replace('burst: 2', 'burst: 3'))]
    expect(refusalOf(() => find(one, other)).message).to.equal(`${one} and ${other} configure the API server in different ways`)
  })

  it('are refused where they name files that are nobody\'s business', () => {
    const path = write('c.yaml', admissionConfiguration('- {name: EventRateLimit, path: /etc/hosts}\n'))
    const {message, suggestions} = refusalOf(() => find(path))
    expect(message).to.match(/c\.yaml: .*hosts is not looked at: it is neither below the working directory nor below the folder of a file that was given$/)
    expect(suggestions).to.deep.equal([`to have it read, say --admission-config ${path}`])
  })

  it('are told of where no server looks', () => {
    const path = write('a.yaml', `apiVersion: v1\nkind: LimitRange\nmetadata: {name: a}\n---\n${limits}`)
    expect(find(path)).to.deep.equal({configurations: {}, hints: [
      `Hint: ${path}:5: a configuration of the API server counts only as the first document of its file: left out.`,
    ]})
  })
})
