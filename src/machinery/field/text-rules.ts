import {quote} from '../go/text.js'
import {FieldError, invalid, notSupported, type Origin, required} from './error.js'
import type {FieldPath} from './path.js'

// Rules for single text fields. An empty text is absent: Go does not distinguish them.

/** Returns Kubernetes' messages about an invalid text; none for a valid one. */
export type TextCheck = (value: string) => readonly string[]

/** The rule for the form of a text: one error for each thing that is wrong with it. */
export const validateText = (value: string, check: TextCheck, path: FieldPath, origin: Origin): FieldError[] =>
  check(value).map((error) => invalid(path, value, error, origin))

/** The rule for a text that must be there. */
export const validateGiven = (value: string | undefined, path: FieldPath, origin: Origin, detail = ''): FieldError[] =>
  value ? [] : [required(path, detail, origin)]

/** The rule for a text that must be there and have a certain form. */
export const validateName = (value: string | undefined, check: TextCheck, path: FieldPath, origin: Origin): FieldError[] =>
  value ? validateText(value, check, path, origin) : [required(path, '', origin)]

/** The rule for the form of a text that may be left out. */
export const validateOptional = (value: string | undefined, check: TextCheck, path: FieldPath, origin: Origin): FieldError[] =>
  value ? validateText(value, check, path, origin) : []

/**
 * The rule for one of several words.
 *
 * @param value the word; left out, it is fine, and defaults have been filled in
 * @param legal in the order in which the message lists them
 */
export const validateWord = (value: string | undefined, legal: readonly string[], path: FieldPath, origin: Origin): FieldError[] =>
  value === undefined || legal.includes(value) ? [] : [notSupported(path, value, legal, origin)]

/** The error for a text that is none of several, where the Go type of the field is no enumeration: it is printed quoted. */
export const unsupportedText = (path: FieldPath, value: string, legal: readonly string[], origin: Origin): FieldError =>
  new FieldError('NotSupported', path, value, `supported values: ${legal.map(quote).join(', ')}`, origin)
