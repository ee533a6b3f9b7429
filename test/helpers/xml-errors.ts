import {validateXML} from 'xmllint-wasm'

/** Returns the errors of libxml2 for texts that must be well-formed XML. A call takes some time, however many texts it checks. */
export async function xmlErrors(...texts: readonly string[]): Promise<string[]> {
  const {errors} = await validateXML({xml: texts.map((contents, i) => ({fileName: `text-${i}.xml`, contents})), normalization: 'c14n'})
  return errors.map(({message}) => message)
}
