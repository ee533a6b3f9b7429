import type {ObjectReader} from '../object-reader.js'
import type {OpenDocument, Piece, Reject} from './open-document.js'
import {isUnreadable, yamlValues} from './yaml-document.js'

/** The maximum length of a document in characters, and the length of a list after which it is parsed at the end of an item. */
const [longestYaml, longestPart] = [16 * 1024 * 1024, 1024 * 1024]

const separator = /^---(?:\s|$)/

/** The YAML documents of a file, to its end. An unindented list, as kubectl prints it, is read in parts. */
export class OpenYaml implements OpenDocument {
  private parts: string[] = []
  private length = 0
  private line: number
  private next: number
  /** The text before the hyphen of every item of the list, after the first item. */
  private indentation: string | undefined
  private isInList = false

  /**
   * @param path of the file, for messages
   * @param line on which it begins
   */
  constructor(private readonly objects: ObjectReader, private readonly reject: Reject, private readonly path: string, line: number) {
    this.line = this.next = line
    objects.begin()
  }

  read(text: string, {begins, goesOn}: Piece): undefined {
    if (begins && separator.test(text)) this.beginDocument(text.slice(3))
    else {
      if (begins) this.watchList(text)
      this.add(text)
    }
    if (goesOn) return
    this.add('\n')
    this.next++
  }

  end(): void {
    this.readPart()
    this.objects.end()
  }

  private beginDocument(text: string): void {
    this.end()
    this.objects.begin()
    this.isInList = false
    this.line = this.next
    this.add(text)
  }

  /** Reads each part of a list as a separate document, as no item continues in the next part. */
  private watchList(text: string): void {
    if (/^\S/.test(text) && !text.startsWith('-') && !text.startsWith('#')) {
      this.isInList = /^items:\s*(?:#.*)?$/.test(text)
      this.indentation = undefined
    } else if (this.isInList) {
      this.indentation ??= /^( *)-\s/.exec(text)?.[1]
      if (this.length > longestPart && this.indentation !== undefined && text.startsWith(`${this.indentation}- `)) {
        this.readPart()
        this.line = this.next - 1
        this.add('items:\n')
      }
    }
  }

  private readPart(): void {
    const {line, length} = this
    const text = this.parts.join('')
    this.parts = []
    this.length = 0
    if (length > longestYaml) return this.reject(line, `longer than ${longestYaml} characters`)
    for (const found of yamlValues(this.path, text)) {
      const begin = line - 1 + found.line
      if (isUnreadable(found)) this.reject(begin, found.reason)
      else this.objects.read(found.value, begin, (i) => line - 1 + (found.itemLines[i] ?? found.line))
    }
  }

  /** Text beyond the limit is dropped. */
  private add(text: string): void {
    this.length += text.length
    if (this.length <= longestYaml && text !== '') this.parts.push(text)
  }
}
