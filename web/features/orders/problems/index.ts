/** Problems with orders: reported by buyers, answered by shops, decided by administrators. */
export { BoughtOrderProblems, ReportProblem } from './bought-order-problems.tsx'
export { SoldOrderProblems } from './sold-order-problems.tsx'
