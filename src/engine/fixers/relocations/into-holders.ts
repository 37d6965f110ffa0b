import { joinPointer } from "../../../ground/json/pointer.js";
import { isObject, type JsonObject } from "../../../ground/json/value.js";
import { propertiesOf } from "../../../ground/json-schema/schemas-in.js";
import { foldName } from "../../../ground/text/fold-name.js";
import { quote } from "../../../ground/text/quote.js";
import { knownNames, type NestedTarget, type Properties } from "../known-properties.js";
import { isEmpty } from "../redundant.js";
import { addObject, moveAll, type Relocation } from "../relocation.js";

/** A key, and its name in the object that it is moved into. */
interface Move {
  readonly key: string;
  readonly name: string;
}

/**
 * Moves unknown keys into objects beside them: `ownerId` into `owner` as `id`, and into an open object, such as the
 * candidate of a request, what its schema lists. Keys that move into one absent object are moved together. Properties
 * that `isTaken` have another key as their value.
 */
export function moveIntoHolders(
  keys: readonly string[],
  object: JsonObject,
  path: string,
  properties: Properties,
  isTaken: (name: string) => boolean,
): Relocation[] {
  const known = knownNames(properties);
  const move = (holder: string, moves: readonly Move[], isCertain: boolean) =>
    moveInto(holder, moves, object, path, isCertain);
  for (const holder of known.open.filter((name) => !isTaken(name))) {
    const moved = chooseKeys(keys, object[holder], properties[holder]).map((key) => ({ key, name: key }));
    if (moved.length > 0)
      return isObject(object[holder]) && !isEmpty(object[holder])
        ? moved.map((one) => move(holder, [one], true))
        : [move(holder, moved, true)];
  }
  const together = new Map<string, Move[]>();
  const alone: Relocation[] = [];
  for (const key of keys) {
    const target = findNested(key, object, properties);
    if (target === undefined || isTaken(target.holder)) continue;
    const { holder, name, isCertain } = target;
    if (isObject(object[holder]) || !isCertain) alone.push(move(holder, [{ key, name }], isCertain));
    else {
      const moves = together.get(holder) ?? [];
      if (!moves.some((other) => other.name === name)) together.set(holder, [...moves, { key, name }]);
    }
  }
  return [...alone, ...[...together].map(([holder, moves]) => move(holder, moves, true))];
}

/** The keys that belong in an open object: all if it is empty, otherwise those that its schema lists and it lacks. */
function chooseKeys(keys: readonly string[], value: unknown, schema: JsonObject | undefined): readonly string[] {
  const listed = propertiesOf(schema);
  if (isObject(value) && !isEmpty(value))
    return keys.filter((key) => Object.hasOwn(listed, key) && !Object.hasOwn(value, key));
  if (value !== undefined && !isEmpty(value)) return [];
  const { aliases } = knownNames(listed);
  // One of them may be beside the object by chance.
  return keys.filter((key) => aliases.has(foldName(key))).length > 1 ? keys : [];
}

function moveInto(
  holder: string,
  moves: readonly Move[],
  object: JsonObject,
  path: string,
  isCertain: boolean,
): Relocation {
  const to = joinPointer(path, holder);
  const keys = moves.map(({ key }) => key);
  const renamed = moves.filter(({ key, name }) => key !== name).map(({ name }) => quote(name));
  const them = moves.length > 1 ? "them" : "it";
  const places = moves.map(
    ({ key, name }) => [joinPointer(joinPointer("", holder), name), joinPointer("", key)] as const,
  );
  const ofHolder = isObject(object[holder])
    ? []
    : [[joinPointer("", holder), joinPointer("", keys[0] as string)] as const];
  return {
    keys,
    title: `Move ${them} into ${quote(holder)}${renamed.length > 0 ? ` as ${renamed.join(", ")}` : ""}`,
    patch: [...addObject(object[holder], to), ...moveAll(path, to, moves)],
    isCertain,
    holder,
    found: new Map(isCertain ? [...ofHolder, ...places] : []),
  };
}

/**
 * The only property of an object property that an unknown key means and that has no value yet: `ownerId`, `owner.id` or
 * an alias of `id` in `owner`.
 */
export function findNested(key: string, object: JsonObject, properties: Properties): NestedTarget | undefined {
  const targets = knownNames(properties).nested.get(foldName(key.replaceAll(".", ""))) ?? [];
  const [target, ...others] = targets.filter(({ holder, name }) => canHold(object[holder], name));
  return others.length === 0 ? target : undefined;
}

/** Whether a holder has no value for a property, and could get one. */
function canHold(holder: unknown, name: string): boolean {
  if (!isObject(holder)) return holder === undefined || isEmpty(holder);
  return !Object.hasOwn(holder, name) || isEmpty(holder[name]);
}
