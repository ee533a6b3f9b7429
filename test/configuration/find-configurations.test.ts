import {expect} from 'chai'

import {conflictingConfigurations, findConfigurations} from '../../src/configuration/find-configurations.js'
import {noSuchFile, type ReadFile} from '../../src/configuration/file-error.js'
import {SourceFile} from '../../src/source/source-file.js'
import {admissionConfiguration, embedded, eventRateLimit, fileReader, resourceQuota} from '../helpers/configuration.js'

const limits = (burst: number): string => eventRateLimit(`- {type: User, qps: 1, burst: ${burst}}\n`)
const byPath = (path: string): string => admissionConfiguration(`- {name: EventRateLimit, path: ${path}}\n`)
const inline = (burst: number): string => admissionConfiguration(embedded('EventRateLimit', limits(burst)))
const quotas = (resource: string): string => resourceQuota(`- {resource: ${resource}}\n`)

const among = (files: Record<string, string>, readFile: ReadFile = noSuchFile): ReturnType<typeof findConfigurations> =>
  findConfigurations(Object.entries(files).map(([path, text]) => new SourceFile(path, text)), readFile)

/** The files that are configurations, each with the plugins that it configures. */
const foundIn = (files: Record<string, string>, readFile?: ReadFile): string[] =>
  among(files, readFile).found.map(({file, configurations, error}) => [file.path, ...Object.keys(configurations), ...error ? [error.stage] : []].join(' '))

/** The two files that contradict each other. */
const conflictIn = (files: Record<string, string>): string => (conflictingConfigurations(among(files).found) ?? []).map(({file}) => file.path).join(' ')

describe('configurations among input files', () => {
  it('are AdmissionConfigurations and configurations of plugins', () => {
    expect(foundIn({'a.yaml': inline(2), 'b.yaml': limits(2), 'c.yaml': quotas('pods')})).to.deep.equal(['a.yaml EventRateLimit', 'b.yaml EventRateLimit', 'c.yaml ResourceQuota'])
    expect(foundIn({'a.yaml': 'apiVersion: v1\nkind: ConfigMap\n', 'b.yaml': '', 'c.yaml': 'Configuration: [', 'd.yaml': 'kind: Configuration\napiVersion: a/v1\n'})).to.deep.equal([])
  })

  it('include the files that they name, from the input or from disk', () => {
    expect(foundIn({'conf/a.yaml': byPath('x/../e.yaml'), 'conf/e.yaml': limits(2)})).to.deep.equal(['conf/a.yaml EventRateLimit'])
    expect(foundIn({'./conf/e.yaml': limits(2), './conf/a.yaml': byPath('e.yaml')})).to.deep.equal(['./conf/a.yaml EventRateLimit'])
    expect(foundIn({'a.yaml': byPath('e.yaml')}, fileReader({'e.yaml': limits(2)}))).to.deep.equal(['a.yaml EventRateLimit'])
  })

  it('report why the server does not start with them', () => {
    expect(foundIn({'a.yaml': byPath('e.yaml'), 'b.yaml': eventRateLimit('- {}\n'), 'c.yaml': `${inline(2)}extra: 1\n`})).to.deep.equal(['a.yaml exit', 'b.yaml validate', 'c.yaml read'])
  })

  it('report a path that must not be read', () => {
    const {found} = among({'a.yaml': byPath('/etc/e.yaml')}, () => ({operation: 'open', errorNumber: 13, skipReason: 'it is elsewhere'}))
    expect(found.map(({skipReason}) => skipReason)).to.deep.equal(['/etc/e.yaml is not read: it is elsewhere'])
  })

  it('are reported as ignored after the first document of a file', () => {
    const {found, ignored} = among({'a.yaml': `apiVersion: v1\nkind: LimitRange\nmetadata: {name: a}\n---\n${limits(2)}---\nkind: Foo\n`, 'b.yaml': `${limits(2)}---\n${inline(2)}`})
    expect(found.map(({file}) => file.path)).to.deep.equal(['b.yaml'])
    expect(ignored.map(({document: {file}, node}) => `${file.path}:${file.position(node.start).line}`)).to.deep.equal(['a.yaml:5', 'b.yaml:6'])
  })

  it('may be equal', () => {
    expect(conflictIn({'a.yaml': inline(2), 'b.yaml': inline(2), 'c.yaml': limits(2)})).to.equal('')
    expect(conflictIn({'a.yaml': '{"apiVersion": "eventratelimit.admission.k8s.io/v1alpha1", "kind": "Configuration", "limits": [{"burst": 2, "type": "User", "qps": 1}]}', 'b.yaml': limits(2)})).to.equal('')
  })

  it('may configure different plugins', () => {
    expect(conflictIn({'a.yaml': limits(2), 'b.yaml': quotas('pods')})).to.equal('')
    expect(conflictIn({'a.yaml': admissionConfiguration(embedded('ResourceQuota', quotas('pods'))), 'b.yaml': limits(2)})).to.equal('')
  })

  it('conflict otherwise', () => {
    expect(conflictIn({'a.yaml': inline(2), 'b.yaml': inline(3)})).to.equal('a.yaml b.yaml')
    expect(conflictIn({'a.yaml': limits(2), 'b.yaml': limits(2), 'c.yaml': limits(3)})).to.equal('a.yaml c.yaml')
    expect(conflictIn({'a.yaml': inline(2), 'b.yaml': limits(3)})).to.equal('a.yaml b.yaml')
    expect(conflictIn({'a.yaml': inline(2), 'b.yaml': admissionConfiguration(embedded('ResourceQuota', quotas('pods')))})).to.equal('a.yaml b.yaml')
    expect(conflictIn({'a.yaml': admissionConfiguration('  []\n'), 'b.yaml': inline(2)})).to.equal('a.yaml b.yaml')
  })
})
