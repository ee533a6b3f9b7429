import {expect} from 'chai'

import {isUnreadable, readDocument} from '../../src/configuration/document.js'
import {notRegistered, typeMetaOf} from '../../src/configuration/type-meta.js'
import {SourceFile} from '../../src/source/source-file.js'

/** Group, version and kind of a document, or the server's error with its place. */
function described(text: string): string {
  const document = readDocument(new SourceFile('f', text))
  if (isUnreadable(document)) throw new Error(document.error)
  const typeMeta = typeMetaOf(document)
  return 'error' in typeMeta ? `${typeMeta.error} at ${typeMeta.steps.join('.')}${typeMeta.isUnknownKind ? ' (tolerated)' : ''}` : `${typeMeta.apiVersion} ${typeMeta.kind}`
}

const notAnObject = (kind: string): string => `couldn't get version/kind; json parse error: json: cannot unmarshal ${kind} into Go value of type `
  + String.raw`struct { APIVersion string "json:\"apiVersion,omitempty\""; Kind string "json:\"kind,omitempty\"" } at `

describe('typeMetaOf', () => {
  it('returns apiVersion and kind', () => {
    expect(described('apiVersion: g/v1\nkind: K\n')).to.equal('g/v1 K')
    expect(described('{"kind": "K", "apiVersion": "v1"}')).to.equal('v1 K')
    expect(described('apiVersion: /v1\nkind: K\n')).to.equal('v1 K')
  })

  it('matches field names in any case, and the last one wins', () => {
    expect(described('{"KIND": "A", "apiversion": "v1", "Kind": "B"}')).to.equal('v1 B')
    expect(described('{"kind": "A", "kind": null, "apiVer\u017fion": "v1", "\u212aind": "C"}')).to.equal('v1 C')
  })

  it('reports a missing kind or apiVersion', () => {
    expect(described('a: b\n')).to.equal("Object 'Kind' is missing in 'a: b\n' at kind (tolerated)")
    expect(described('kind: K\n')).to.equal("Object 'apiVersion' is missing in 'kind: K\n' at apiVersion (tolerated)")
    expect(described('kind: K\napiVersion: g/\n')).to.match(/^Object 'apiVersion' is missing in /)
    expect(described('kind: K\napiVersion: /\n')).to.match(/^Object 'apiVersion' is missing in /)
    expect(described('')).to.equal("Object 'Kind' is missing in '' at kind (tolerated)")
    expect(described('null')).to.equal("Object 'Kind' is missing in 'null' at kind (tolerated)")
  })

  it('reports a document or field of the wrong type', () => {
    expect(described('[a]')).to.equal(notAnObject('array'))
    expect(described('a')).to.equal(notAnObject('string'))
    expect(described('5')).to.equal(notAnObject('number'))
    expect(described('yes')).to.equal(notAnObject('bool'))
    expect(described('apiVersion: [1]\nkind: K\n'))
      .to.equal("couldn't get version/kind; json parse error: json: cannot unmarshal array into Go struct field .apiVersion of type string at apiVersion")
    expect(described('apiVersion: v1\nKIND: 1\n'))
      .to.equal("couldn't get version/kind; json parse error: json: cannot unmarshal number into Go struct field .kind of type string at KIND")
    expect(described('apiVersion: a/b/c\nkind: K\n')).to.equal('unexpected GroupVersion string: a/b/c at apiVersion')
  })

  it('reports an unregistered kind', () => {
    expect(notRegistered({apiVersion: 'g/v1', kind: 'K'}).error).to.equal('no kind "K" is registered for version "g/v1" in scheme "pkg/runtime/scheme.go:111"')
    expect(notRegistered({apiVersion: 'g/__internal', kind: 'K'}).error)
      .to.equal('no kind "K" is registered for the internal version of group "g" in scheme "pkg/runtime/scheme.go:111"')
  })
})
