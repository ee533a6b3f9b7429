import {type InputFile, nameError, type Role, roles} from './input.js'
import {byId, fill} from './page.js'

export interface FileDialogListener {
  readonly onSave: (name: string, role: Role) => void
  readonly onDelete: () => void
}

/** The dialog that renames a file, gives it a role, or deletes it. */
export class FileDialog {
  private readonly dialog = byId('file', HTMLDialogElement)
  private readonly name = byId('file-name', HTMLInputElement)
  private readonly role = byId('file-role', HTMLSelectElement)
  private others: readonly string[] = []

  constructor(private readonly listener: FileDialogListener) {
    this.dialog.addEventListener('submit', (event) => this.save(event))
    byId('file-cancel', HTMLButtonElement).addEventListener('click', () => this.dialog.close())
    byId('file-delete', HTMLButtonElement).addEventListener('click', () => {
      this.dialog.close()
      this.listener.onDelete()
    })
  }

  open({name, role}: InputFile, names: readonly string[]): void {
    this.others = names.filter((other) => other !== name)
    this.name.value = name
    fill(this.role, Object.entries(roles), role)
    byId('file-delete', HTMLButtonElement).disabled = this.others.length === 0
    this.showError('')
    this.dialog.showModal()
    this.name.select()
  }

  private save(event: Event): void {
    event.preventDefault()
    const name = this.name.value.trim()
    const error = nameError(name, this.others)
    this.showError(error ?? '')
    if (error !== undefined) return
    this.dialog.close()
    this.listener.onSave(name, this.role.value as Role)
  }

  private showError(text: string): void {
    byId('file-error', HTMLElement).textContent = text
    this.name.setAttribute('aria-invalid', String(text !== ''))
  }
}
