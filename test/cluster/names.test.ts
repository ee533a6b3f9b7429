import {expect} from 'chai'
import {limitRange as kind} from '../../src/kinds/limit-range/index.js'
import {pod as podKind} from '../../src/kinds/pod/index.js'
import {dns1123Subdomain} from '../../src/machinery/meta/names.js'
import {app, type Body, configMap, limitRange, pod, podNamedAfter, priorityClass} from '../helpers/builders.js'
import {allowed, at, given, TestCluster, verdict} from '../helpers/test-cluster.js'

const nameOf = (object: Body): unknown => at(object, 'metadata.name')

const max = limitRange('limits', {type: 'Container', max: {cpu: '1'}})

const tooLarge = app({limits: {cpu: '2'}})

describe('generated names', () => {
  it('end in XXXXX', () => {
    const cluster = new TestCluster()
    const object = allowed(cluster.create(podNamedAfter('web-')))
    expect(at(object, 'metadata')).to.deep.equal({name: 'web-XXXXX', generateName: 'web-', namespace: 'dev', generation: 1})
    expect(cluster.stored(pod('web-XXXXX'))).to.deep.equal(object)
  })

  it('are not generated when a name is given', () => {
    expect(at(allowed(given().create(pod().marked({generateName: 'web-'}))), 'metadata')).to.deep.include({name: 'p', generateName: 'web-'})
    expect(nameOf(allowed(given().create(podNamedAfter('web-').marked({name: ''}))))).to.equal('web-XXXXX')
  })

  it('truncate the prefix to leave room for the suffix', () => {
    expect(nameOf(allowed(given().create(podNamedAfter('a'.repeat(70)))))).to.equal(`${'a'.repeat(58)}XXXXX`)
  })

  it('are similar but identify different objects', () => {
    const cluster = given()
    for (const label of ['1', '2', '3']) expect(verdict(cluster.create(podNamedAfter('web-').labelled({label})))).to.equal('201')
    const pods = cluster.cluster.list(podKind, 'dev')
    expect(pods.map(({metadata}) => [metadata.name, metadata.labels?.['label']])).to.deep.equal([['web-XXXXX', '1'], ['web-XXXXX', '2'], ['web-XXXXX', '3']])
    expect(at(cluster.stored(pod('web-XXXXX')), 'metadata.labels.label')).to.equal('1')
  })

  it('appear in rejections of validating admission', () => {
    const {status, steps} = given(max).create(podNamedAfter('web-').with(tooLarge))
    expect(status.message).to.equal('pods "web-XXXXX" is forbidden: maximum cpu usage per Container is 1, but limit is 2')
    expect(status.details?.name).to.equal('web-XXXXX')
    expect(steps.at(-1)?.rejection?.status).to.deep.equal(status)
  })

  it('appear in validation errors', () => {
    const {status, errors} = given().create(podNamedAfter('Web_'))
    const message = `a lowercase RFC 1123 subdomain must consist of lower case alphanumeric characters, '-' or '.', and must start and end with an alphanumeric character `
      + "(e.g. 'example.com', regex used for validation is '[a-z0-9]([-a-z0-9]*[a-z0-9])?(\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*')"
    const texts = [`metadata.generateName: Invalid value: "Web_": ${message}`, `metadata.name: Invalid value: "Web_XXXXX": ${message}`]
    expect(status.message).to.equal(`Pod "Web_XXXXX" is invalid: [${texts.join(', ')}]`)
    expect(errors.map(String)).to.deep.equal(texts)
    expect(errors.map(({origin}) => origin)).to.deep.equal(['metadata/generate-name', 'metadata/name'])
    expect(status.details?.causes?.map(({message: text}) => text)).to.deep.equal(texts.map((text) => text.replace(/^[\w.]+: /, '')))
  })

  it('are checked for warnings', () => {
    const {warnings} = given().create(podNamedAfter('a.b-'))
    expect(warnings).to.have.length(1)
    expect(warnings[0]).to.match(/must not contain dots/)
  })

  it('are not generated when mutating admission rejects', () => {
    const cluster = given(priorityClass('x', 1))
    expect(verdict(cluster.create(podNamedAfter('web-').asking({priorityClassName: 'none'})))).to.equal('403 pods "web-" is forbidden: no PriorityClass with name none was found')
    expect(verdict(cluster.create(pod('').asking({priorityClassName: 'none'})))).to.equal('403 pods "Unknown" is forbidden: no PriorityClass with name none was found')
  })

  it('are escaped in messages that quote them', () => {
    const subdomain = dns1123Subdomain('\u0001').join()
    expect(verdict(given().create(podNamedAfter('<\u0001-')))).to.equal(
      '422 Pod "<\\x01-XXXXX" is invalid: [metadata.generateName: Invalid value: "<\\x01-": '
      + `${subdomain}, metadata.name: Invalid value: "<\\x01-XXXXX": ${subdomain}]`,
    )
  })

  it('do not change equal text elsewhere in the object', () => {
    const object = allowed(given().create(podNamedAfter('web-').annotated({a: 'web- zzxzz'})))
    expect(at(object, 'metadata.annotations.a')).to.equal('web- zzxzz')
    expect(nameOf(allowed(given().create(configMap('czzxzz'))))).to.equal('czzxzz')
  })

  it('can come from a given function', () => {
    let count = 0
    const cluster = new TestCluster({nameSuffix: () => `abc${count++}x`})
    expect(['web-', 'web-', 'db-'].map((prefix) => nameOf(allowed(cluster.create(podNamedAfter(prefix)))))).to.deep.equal(['web-abc0x', 'web-abc1x', 'db-abc2x'])
    expect(verdict(cluster.create(podNamedAfter('web-').with()))).to.equal('422 Pod "web-abc3x" is invalid: spec.containers: Required value')
    expect(cluster.stored(pod('web-abc1x'))).not.to.equal(undefined)
  })

  describe('of a LimitRange without a name', () => {
    const nameless = limitRange('', {type: 'Container', max: {cpu: '1'}})

    it('are XXXXX', () => {
      const cluster = given()
      const object = allowed(cluster.create(nameless.having({metadata: {}})))
      expect(at(object, 'metadata')).to.deep.equal({name: 'XXXXX', namespace: 'dev'})
      expect(cluster.stored(limitRange('XXXXX'))).to.deep.equal(object)
    })

    it('are XXXXX after the prefix', () => {
      expect(nameOf(allowed(given().create(nameless.having({metadata: {generateName: 'limits-'}}))))).to.equal('limits-XXXXX')
    })

    it('identify different objects', () => {
      const cluster = given(nameless, nameless)
      expect(cluster.cluster.list(kind, 'dev')).to.have.length(2)
    })

    it('appear in validation errors', () => {
      expect(verdict(given().create(limitRange('', {type: 'x'})))).to.match(/^422 LimitRange "XXXXX" is invalid: spec\.limits\[0\]\.type: /)
    })

    it('belong to a LimitRange that is enforced', () => {
      expect(verdict(given(nameless).create(pod().with(tooLarge)))).to.equal('403 pods "p" is forbidden: maximum cpu usage per Container is 1, but limit is 2')
    })
  })
})
