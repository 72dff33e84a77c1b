/**
 * Prettier's configuration for the SQL of the schema: prettier-plugin-sql-cst, with what its parser cannot read hidden from it, and with
 * arguments of jsonb_build_object in pairs. A function body that it cannot read all the same stays as it is.
 */
import { doc } from 'prettier'
import * as sql from 'prettier-plugin-sql-cst'

const { group, hardline, indent, join, line, softline } = doc.builders
const inner = /** @type {import('prettier').Printer} */ (sql.printers['sql-cst'])

/** Stand for an empty list of arguments, for a dot in a name, and for what is between the names of two transition tables. */
const [noArguments, dot, newTable] = ['no_arguments', '__dot__', '__new_table__']

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
    .replace(/^(comment on function [\w.]+)\(\)/gm, `$1(${noArguments})`)
    .replace(/(?<=\bset \w+)\.(?=\w+ = )/g, dot)
    .replace(/(?<=referencing old table as \w+)\s+new table as /g, newTable)

/** @param {string} text */
const show = (text) => text.replaceAll(dot, '.').replaceAll(newTable, ' new table as ')

/** @param {import('prettier').AstPath} path @param {any} options @param {any} print @returns {import('prettier').Doc} */
function printNode(path, options, print) {
  const { node } = path
  if (node.type === 'keyword' && node.name === 'ELSEIF') return 'elsif'
  if (node.type === 'identifier' && node.text === noArguments) return ''
  if (['identifier', 'string_literal'].includes(node.type) && show(node.text) !== node.text) return show(node.text)
  if (node.type === 'select_clause' && node.columns?.items[0]?.text?.startsWith(hidden))
    return node.columns.items[0].text.slice(hidden.length, -1)
  if (node.type === 'select_clause' && node.selectKw.name === 'PERFORM' && node.columns?.items.length === 1)
    return [print('selectKw'), ' ', print('columns')]
  if (node.type === 'list_expr' && node.items.length % 2 === 0 && isArgumentOf(path, /^jsonb?_build_object$/))
    return join([',', line], pairsOf(path.map(print, 'items')))
  if (node.type === 'paren_expr' && isEmptyList(node.expr)) return '()'
  // The plugin leaves out parentheses within parentheses, although (a, b) as an argument is a row.
  if (node.type === 'paren_expr' && (node.expr.type === 'paren_expr' || path.grandparent?.type === 'func_args'))
    return group(['(', indent([softline, print('expr')]), softline, ')'])
  // The parts of a string on several lines.
  if (node.type === 'binary_expr' && node.operator === '\n') return [print('left'), hardline, print('right')]
  // The plugin puts `nulls not distinct` after the columns, where PostgreSQL does not read it.
  if (node.type === 'constraint_unique' && node.nullsKw)
    return group(join(' ', [print('uniqueKw'), join(' ', path.map(print, 'nullsKw')), print('columns')]))
  return inner.print(path, options, print)
}

/** @param {any} list */
const isEmptyList = ({ type, args, items = args?.items }) =>
  (type === 'func_args' || type === 'list_expr') && items?.length === 0

/** @param {import('prettier').AstPath} path @param {RegExp} name */
function isArgumentOf(path, name) {
  const call = path.getParentNode(2)
  return path.parent?.type === 'func_args' && call?.type === 'func_call' && name.test(call.name.name)
}

/** @param {import('prettier').Doc[]} items */
const pairsOf = (items) => items.flatMap((item, n) => (n % 2 === 0 ? [group([item, ', ', items[n + 1] ?? ''])] : []))

const plugin = {
  ...sql,
  parsers: {
    postgresql: { ...sql.parsers.postgresql, preprocess: hideInStatements },
    plpgsql: { ...sql.parsers.plpgsql, preprocess: hideInBody },
  },
  printers: {
    'sql-cst': {
      ...inner,
      print: printNode,
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
