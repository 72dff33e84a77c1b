/** The subset of Go's html/template in Supabase's email templates: variables, `if`, `else if`, `else`, `eq`, `end`. */

/** A template has an unsupported action, which the message names. */
export class TemplateError extends Error {
  override readonly name = 'TemplateError'
}

/** `Data` is the user's metadata. All other variables are text. */
export type TemplateVariables = Readonly<Record<string, string | Readonly<Record<string, unknown>>>>

/** Renders the template. @param write escapes a value for the output */
export type Template = (variables: TemplateVariables, write: (value: string) => string) => string

type Condition = (variables: TemplateVariables) => boolean

/** @throws TemplateError */
export function parseTemplate(source: string): Template {
  // Odd parts are actions. A dash removes the white space on its side.
  const parts = source
    .replace(/\s*\{\{- /g, '{{ ')
    .replace(/ -\}\}\s*/g, ' }}')
    .split(/\{\{\s*(.*?)\s*\}\}/s)
  let position = 0

  /** Parses up to `else` or `end`. @returns the template and the action that ended it */
  function sequence(): { template: Template; ended: string | undefined } {
    const items: Template[] = []
    while (position < parts.length) {
      const part = parts[position] ?? ''
      position += 1
      if (position % 2 === 1) items.push(() => part)
      else if (/^(end|else)\b/.test(part)) return { template: join(items), ended: part }
      else if (part.startsWith('if ')) items.push(choice(part.slice('if '.length)))
      else items.push(variable(part))
    }
    return { template: join(items), ended: undefined }
  }

  function choice(expression: string): Template {
    const holds = condition(expression)
    const { template: then, ended } = sequence()
    if (ended === undefined) throw new TemplateError(`{{ if ${expression} }} has no {{ end }}`)
    const otherwise = alternative(ended)
    return (variables, write) => (holds(variables) ? then : otherwise)(variables, write)
  }

  function alternative(ended: string): Template {
    if (ended === 'end') return () => ''
    if (ended.startsWith('else if ')) return choice(ended.slice('else if '.length))
    const { template, ended: last } = sequence()
    if (last !== 'end') throw new TemplateError(`{{ ${ended} }} has no {{ end }}`)
    return template
  }

  const { template, ended } = sequence()
  if (ended !== undefined) throw new TemplateError(`{{ ${ended} }} belongs to no {{ if }}`)
  return template
}

const join =
  (items: readonly Template[]): Template =>
  (variables, write) =>
    items.map((item) => item(variables, write)).join('')

function variable(action: string): Template {
  const value = path(action)
  return (variables, write) => write(textOf(value(variables)))
}

/** `.Name`, or `eq .Name "text"`, also with backquotes. */
function condition(expression: string): Condition {
  const [, name, , text] = /^eq\s+(\.[\w.]+)\s+(["`])([^"`]*)\2$/.exec(expression) ?? []
  if (name === undefined) {
    const value = path(expression)
    return (variables) => isTrue(value(variables))
  }
  const value = path(name)
  return (variables) => textOf(value(variables)) === text
}

/** As in Go, false, 0 and everything empty are not true. */
function isTrue(value: unknown): boolean {
  return typeof value === 'object' && value !== null ? Object.keys(value).length > 0 : Boolean(value)
}

const textOf = (value: unknown) => (typeof value === 'object' || value === undefined ? '' : String(value))

/** @returns the value of `.Name` or `.Data.name`; undefined if there is none */
function path(action: string): (variables: TemplateVariables) => unknown {
  if (!/^\.\w+(\.\w+)*$/.test(action)) throw new TemplateError(`{{ ${action} }} is not supported`)
  const names = action.slice(1).split('.')
  return (variables) =>
    names.reduce<unknown>(
      (parent, name) =>
        typeof parent === 'object' && parent !== null && Object.hasOwn(parent, name)
          ? (parent as Record<string, unknown>)[name]
          : undefined,
      variables,
    )
}
