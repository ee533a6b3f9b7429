import {expect} from 'chai'

import {FieldError} from '../../../src/machinery/field/error.js'
import {FieldPath} from '../../../src/machinery/field/path.js'
import {defaultVersion, hasFeature, knownVersion, kubernetesVersions} from '../../../src/machinery/version/kubernetes-version.js'
import {labelValue, qualifiedName} from '../../../src/machinery/meta/names.js'
import {errorsOfVersion, textOfVersion} from '../../../src/machinery/version/older-texts.js'

describe('Kubernetes versions', () => {
  it('include the default version', () => expect(kubernetesVersions).to.include(defaultVersion))

  it('are found by name, with a default', () => {
    expect(kubernetesVersions.map((version) => knownVersion(version))).to.deep.equal(kubernetesVersions)
    expect(knownVersion()).to.equal(defaultVersion)
    expect(() => knownVersion('1.2')).to.throw(RangeError, 'unknown version of Kubernetes "1.2": known are 1.34, 1.35, 1.36, 1.37')
  })

  it('have the features of all versions up to them', () => {
    expect(kubernetesVersions.map((version) => hasFeature(version, 'envFiles'))).to.deep.equal([false, true, true, true])
    expect(kubernetesVersions.map((version) => hasFeature(version, 'relaxedServiceNameValidation'))).to.deep.equal([false, false, true, true])
  })
})

describe('messages of older versions', () => {
  it('measure in characters up to 1.34', () => {
    const [text = ''] = labelValue('a'.repeat(64))
    expect(kubernetesVersions.map((version) => textOfVersion(version, text)))
      .to.deep.equal(['must be no more than 63 characters', ...Array<string>(3).fill('must be no more than 63 bytes')])
  })

  it('mention qualified names up to 1.34', () => {
    const [text = ''] = qualifiedName('a/b/c')
    expect(textOfVersion('1.34', text)).to.match(/^a qualified name must consist of alphanumeric characters, .* with an optional DNS subdomain prefix/)
    expect(textOfVersion('1.35', text)).to.equal(text)
  })

  it('replace every affected part of a text', () => {
    expect(textOfVersion('1.34', 'prefix part must be no more than 253 bytes; name part must be no more than 63 bytes'))
      .to.equal('prefix part must be no more than 253 characters; name part must be no more than 63 characters')
  })

  it('keep other sizes unchanged', () => expect(textOfVersion('1.34', 'may not be more than 262144 bytes')).to.equal('may not be more than 262144 bytes'))

  it('announce the rejection of non-standard addresses up to 1.35', () => {
    const text = 'spec.externalIPs[0]: non-standard IP address "010.0.0.1" is invalid: use "10.0.0.1"'
    const older = 'spec.externalIPs[0]: non-standard IP address "010.0.0.1" will be considered invalid in a future Kubernetes release: use "10.0.0.1"'
    expect(kubernetesVersions.map((version) => textOfVersion(version, text))).to.deep.equal([older, older, text, text])
  })

  it('change the text of errors, but not their values', () => {
    const error = new FieldError('Invalid', FieldPath.of('metadata', 'labels'), 'must be no more than 63 bytes', 'must be no more than 63 bytes', 'metadata/labels')
    expect(errorsOfVersion('1.34', [error]).map(String)).to.deep.equal(['metadata.labels: Invalid value: "must be no more than 63 bytes": must be no more than 63 characters'])
    const errors = [error]
    expect(errorsOfVersion('1.35', errors)).to.equal(errors)
  })
})
