export declare function collectLess(): void;
