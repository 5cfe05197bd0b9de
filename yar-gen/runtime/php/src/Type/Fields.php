<?php

declare(strict_types=1);

namespace Yar\Type;

use Yar\Exception\ValueException;
use Yar\Field;
use Yar\Format\Format;

/**
 * Properties of an object as entries of a map, and back.
 *
 * @internal
 */
final class Fields
{
    /**
     * Entries by their names on the wire.
     *
     * @param array<string, Field> $fields
     *
     * @return array<mixed>
     */
    public static function encode(array $fields, object $value, Format $format): array
    {
        $encoded = [];
        foreach ($fields as $property => $field) {
            $given = $value->{$property};
            if ($field->leavesOut($given)) {
                continue;
            }
            try {
                $encoded[$field->name] = $field->type->encode($given, $format);
            } catch (ValueException $error) {
                throw $error->within('.' . $field->name);
            }
        }

        return $encoded;
    }

    /**
     * Arguments of a constructor by their names. What is not there and need
     * not be is left to the constructor.
     *
     * @param array<string, Field> $fields
     * @param array<mixed> $entries
     *
     * @return array<string, mixed>
     */
    public static function decode(array $fields, array $entries, Format $format): array
    {
        $decoded = [];
        foreach ($fields as $property => $field) {
            $given = $entries[$field->name] ?? null;
            if ($given === null && self::isMissing($field, $entries)) {
                continue;
            }
            try {
                $decoded[$property] = $field->type->decode($given, $format);
            } catch (ValueException $error) {
                throw $error->within('.' . $field->name);
            }
        }

        return $decoded;
    }

    /**
     * Asked of a field whose entry is null or none.
     *
     * @param array<mixed> $entries
     */
    private static function isMissing(Field $field, array $entries): bool
    {
        if (\array_key_exists($field->name, $entries)) {
            return $field->leavesOut(null);
        }
        if (!$field->mayMiss && !$field->type instanceof NullableType) {
            throw (new ValueException('the field is missing'))->within('.' . $field->name);
        }

        return $field->mayMiss;
    }
}
