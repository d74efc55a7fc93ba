// A transaction that notes what is run in it.
import type { Statement } from '../../packages/server/src/store/statements/statement.ts'
import type { Tx } from '../../packages/server/src/store/store.ts'

/** Notes the name of each statement that runs. */
export const recording = (tx: Tx, names: (string | null)[]): Tx => {
  const note = <S extends Statement<unknown, never>>(statement: S): S => {
    names.push(statement.name)
    return statement
  }
  return {
    dialect: tx.dialect,
    all: <Row, P extends readonly unknown[]>(statement: Statement<Row, P>, ...params: P) =>
      tx.all(note(statement), ...params),
    first: <Row, P extends readonly unknown[]>(statement: Statement<Row, P>, ...params: P) =>
      tx.first(note(statement), ...params),
    run: <P extends readonly unknown[]>(statement: Statement<never, P>, ...params: P) =>
      tx.run(note(statement), ...params),
    enqueue: <P extends readonly unknown[]>(statement: Statement<never, P>, ...params: P) =>
      tx.enqueue(note(statement), ...params),
    signal: (topic) => tx.signal(topic),
  }
}
