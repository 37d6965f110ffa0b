import type { ButtonHTMLAttributes } from "preact";

/** No button submits a form unless it says so. */
const buttonOf = (className: string) => (props: ButtonHTMLAttributes) => (
  <button type="button" class={className} {...props} />
);

export const Button = buttonOf("button");
/** The button that leads on. */
export const PrimaryButton = buttonOf("primary");
/** A button whose look is that of its surroundings. */
export const PlainButton = buttonOf("");
