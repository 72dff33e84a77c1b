/**
 * Prettier's configuration for the SQL of the schema: prettier-plugin-sql-cst, with what its parser cannot read hidden from it, and with
 * some nodes set in another way. A function body that it cannot read all the same stays as it is.
 */
import { doc } from 'prettier'
import * as sql from 'prettier-plugin-sql-cst'

const { group, hardline, indent, join, line, softline } = doc.builders
const { 'sql-cst': original } = sql.printers
if (!original) throw new Error('prettier-plugin-sql-cst has no printer of the name sql-cst.')

/** Stand for a dot in a name, and for what is between the names of two transition tables. */
const [dot, newTable] = ['__dot__', '__new_table__']

/** A line that passes as a comment, and statements that pass as calls of a name. */
const option = /^#variable_conflict/gm
const hiddenOption = '-- #variable_conflict'
const unknownStatement = /\b(?:get (?:stacked )?diagnostics|set constraints) [^;"]+(?=;)/g
const hidden = '"hidden: '

/** @param {string} text */
const hideInBody = (text) =>
  text
    .replace(option, hiddenOption)
    .replace(unknownStatement, (statement) => `perform ${hidden}${statement.replace(/\s+/g, ' ')}"`)
    .replace(/\belsif\b/g, 'elseif')
    .replace(/\binto \w+\.\w+(?:,\s+\w+\.\w+)*/g, (targets) => targets.replaceAll('.', dot))

/** @param {string} text */
const hideInStatements = (text) =>
  text
    .replace(/(?<=\bset \w+)\.(?=\w+ = )/g, dot)
    .replace(/(?<=referencing old table as \w+)\s+new table as /g, newTable)

/** @param {string} text */
const show = (text) => text.replaceAll(dot, '.').replaceAll(newTable, ' new table as ')

/**
 * How nodes are set: the node, its path, and the document of a property or of each of its elements. Undefined leaves it to the plugin.
 * @type {Record<string, (node: any, path: import('prettier').AstPath, of: (name: string) => any) => import('prettier').Doc | undefined>}
 */
const nodes = {
  keyword: ({ name }) => (name === 'ELSEIF' ? 'elsif' : undefined),
  identifier: ({ text }) => shown(text),
  string_literal: ({ text }) => shown(text),
  select_clause({ columns, selectKw }, _, of) {
    const [first, second] = columns?.items ?? []
    if (first?.text?.startsWith(hidden)) return first.text.slice(hidden.length, -1)
    return selectKw.name === 'PERFORM' && first && !second ? [of('selectKw'), ' ', of('columns')] : undefined
  },
  return_query_stmt: ({ expr }, _, of) =>
    expr.type === 'execute_expr'
      ? undefined
      : group([join(' ', of('returnQueryKw')), indent([line, group(of('expr'))])]),
  // Short ones on one line.
  case_expr({ clauses, expr }, _, of) {
    if (clauses.length > 2 || clauses.some((/** @type {any} */ clause) => clause.result.type === 'program'))
      return undefined
    return group([
      expr ? [of('caseKw'), ' ', of('expr')] : of('caseKw'),
      indent([line, join(line, of('clauses'))]),
      line,
      of('endKw'),
    ])
  },
  case_when: ({ result }, _, of) =>
    result.type === 'program'
      ? undefined
      : [of('whenKw'), ' ', group(indent(of('condition'))), ' ', of('thenKw'), ' ', of('result')],
  references_specification: ({ columns, options }, _, of) =>
    columns && options.length > 0
      ? group([join(' ', [of('referencesKw'), of('table'), of('columns')]), indent([line, join(line, of('options'))])])
      : undefined,
  // The plugin puts `nulls not distinct` after the columns, where PostgreSQL does not read it.
  constraint_unique: ({ nullsKw }, _, of) =>
    nullsKw ? group(join(' ', [of('uniqueKw'), join(' ', of('nullsKw')), of('columns')])) : undefined,
  // The parts of a string on several lines.
  binary_expr: ({ operator }, _, of) => (operator === '\n' ? [of('left'), hardline, of('right')] : undefined),
  paren_expr({ expr }, path, of) {
    if (isEmptyList(expr)) return '()'
    // The plugin leaves out parentheses within parentheses, although (a, b) as an argument is a row.
    return expr.type === 'paren_expr' || path.grandparent?.type === 'func_args'
      ? group(['(', indent([softline, of('expr')]), softline, ')'])
      : undefined
  },
  list_expr: ({ items }, path, of) =>
    isArgumentOfObject(path) && items.length % 2 === 0 ? join([',', line], pairsOf(of('items'))) : undefined,
}

/** @param {string} text */
const shown = (text) => (show(text) === text ? undefined : show(text))

/** @param {any} list */
const isEmptyList = ({ type, args, items = args?.items }) =>
  (type === 'func_args' || type === 'list_expr') && items?.length === 0

/** Whether a list is the arguments of jsonb_build_object. @param {import('prettier').AstPath} path */
function isArgumentOfObject(path) {
  const call = path.getParentNode(2)
  return path.parent?.type === 'func_args' && call?.type === 'func_call' && /^jsonb?_build_object$/.test(call.name.name)
}

/** @param {import('prettier').Doc[]} items */
const pairsOf = (items) => items.flatMap((item, n) => (n % 2 === 0 ? [group([item, ', ', items[n + 1] ?? ''])] : []))

/** @type {import('prettier').Printer['print']} */
const print = (path, options, printChild) => {
  const { node } = path
  const of = (/** @type {string} */ name) =>
    Array.isArray(node[name]) ? path.map(printChild, name) : path.call(printChild, name)
  return nodes[node.type]?.(node, path, of) ?? original.print(path, options, printChild)
}

const plugin = {
  ...sql,
  parsers: {
    postgresql: { ...sql.parsers.postgresql, preprocess: hideInStatements },
    plpgsql: { ...sql.parsers.plpgsql, preprocess: hideInBody },
  },
  printers: {
    'sql-cst': {
      ...original,
      print,
      /** @param {import('prettier').AstPath} path */
      printComment: (path) => {
        const { text } = path.node
        return show(text.startsWith(hiddenOption) ? text.slice('-- '.length) : text)
      },
    },
  },
}

export default {
  plugins: [plugin],
  parser: 'postgresql',
  printWidth: 120,
  sqlKeywordCase: 'preserve',
  sqlLiteralCase: 'preserve',
  sqlTypeCase: 'preserve',
  sqlCanonicalSyntax: false,
  sqlFinalSemicolon: false,
  sqlExperimentalPlpgsql: true,
  sqlParamTypes: ['$nr'],
}
