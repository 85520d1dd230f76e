/** The declarations of the package: they need nothing but TypeScript's own DOM. */
import type {
  Change,
  SoftmaxBridgeAttributes,
  SoftmaxBridgeElement,
} from "./types/view/element.js";

export type { Change, SoftmaxBridgeAttributes, SoftmaxBridgeElement };

export type SoftmaxBridge = SoftmaxBridgeElement;
export declare const SoftmaxBridge: {
  new (): SoftmaxBridgeElement;
  readonly prototype: SoftmaxBridgeElement;
};

declare global {
  interface HTMLElementTagNameMap {
    "softmax-bridge": SoftmaxBridgeElement;
  }
  interface HTMLElementEventMap {
    "softmax-bridge:change": CustomEvent<Change>;
  }
}

// What follows counts where the framework is installed. Elsewhere there is no such module to add to.

type Figure = SoftmaxBridgeElement;
type FigureAttributes = SoftmaxBridgeAttributes;
// @ts-ignore
type InReact = import("react").DetailedHTMLProps<import("react").HTMLAttributes<Figure>, Figure>;
// @ts-ignore
type InPreact = import("preact").HTMLAttributes<Figure>;
// @ts-ignore
type InSolid = import("solid-js").JSX.HTMLAttributes<Figure>;

// @ts-ignore
declare module "react" {
  namespace JSX {
    interface IntrinsicElements {
      "softmax-bridge": FigureAttributes & Omit<InReact, keyof FigureAttributes>;
    }
  }
}

// @ts-ignore
declare module "preact" {
  namespace JSX {
    interface IntrinsicElements {
      "softmax-bridge": FigureAttributes & Omit<InPreact, keyof FigureAttributes>;
    }
  }
}

// @ts-ignore
declare module "solid-js/jsx-runtime" {
  namespace JSX {
    interface IntrinsicElements {
      "softmax-bridge": FigureAttributes & Omit<InSolid, keyof FigureAttributes>;
    }
  }
}

// @ts-ignore
declare module "vue" {
  interface GlobalComponents {
    "softmax-bridge": new () => { $props: FigureAttributes };
  }
}
