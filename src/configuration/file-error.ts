import {quote} from '../machinery/go/text.js'
import type {SourceFile} from '../source/source-file.js'

/** Why a file could not be read: what the system was asked to do, and the number of its error. */
export interface FileError {
  readonly operation: 'open' | 'read'
  readonly errorNumber: number
  /** The reason for not reading the file. */
  readonly skipReason?: string
}

/** Reads a file, or returns the error. */
export type ReadFile = (path: string) => SourceFile | FileError

/** Finds no files, for those who have none. */
export const noSuchFile: ReadFile = () => ({operation: 'open', errorNumber: 0x2})

export const isFileError = (outcome: SourceFile | FileError): outcome is FileError => 'errorNumber' in outcome

/** The errors that opening and reading a file most often end in, in the words of the system. */
const words: ReadonlyMap<number, string> = new Map([
  [0x2, 'no such file or directory'], [0xd, 'permission denied'], [0x15, 'is a directory'], [0x16, 'invalid argument'], [0x1b, 'file too large'],
])

/** The server's fatal error if it cannot read the AdmissionConfiguration (apiserver admission `ReadAdmissionConfiguration`). */
export function outerFileError(path: string, {operation, errorNumber}: FileError): string {
  const word = words.get(errorNumber) ?? `errno ${errorNumber}`
  return `unable to read admission control configuration from ${quote(path)} [${operation} ${path}: ${word}]`
}

/** Its fatal error if it cannot read the configuration of a plugin (apiserver admission `GetAdmissionPluginConfigurationFor`). */
export function pluginFileError(path: string, {operation, errorNumber}: FileError): string {
  const error = `&fs.PathError{Op:"${operation}", Path:${quote(path)}, Err:0x${errorNumber.toString(16)}}`
  return `Couldn't open admission plugin configuration ${path}: ${error}`
}
